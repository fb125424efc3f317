import { and, asc, eq, exists, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { AppError } from '#contract/errors.ts';
import { isDuplicate } from '#server/db/errors.ts';
import { nameMatches } from '#server/db/expressions.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../tables.ts';
import { freeRandomNames } from './random-name.ts';

type NameDeps = Pick<Deps, 'db' | 'brand'>;

/** The same in every language, because a guest's language is unknown here. */
export const guestName = (sessionId: string): string => `Anon-${sessionId.slice(0, 4)}`;

/**
 * The name others see: the username or, while that is the e-mail address, a random name, kept from its first use, in
 * the registration's language. Throws `badRequest.unauthorized` for a missing member.
 */
export async function memberName(deps: NameDeps, id: number): Promise<string> {
  const name = (await memberNames(deps, [id])).get(id);
  if (name === undefined) throw new AppError('badRequest.unauthorized');
  return name;
}

/** The same for many members, by id; missing ones are omitted. */
export async function memberNames(deps: NameDeps, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await deps.db
    .select({
      id: members.id,
      username: members.username,
      email: members.email,
      chatName: members.chatName,
      language: members.language,
    })
    .from(members)
    .where(inArray(members.id, [...ids]))
    .orderBy(asc(members.id));
  const names = new Map<number, string>();
  const nameless: Nameless[] = [];
  for (const { id, username, email, chatName, language } of rows) {
    const name = username !== email ? username : chatName;
    if (name === null) nameless.push({ id, language });
    else names.set(id, name);
  }
  if (nameless.length > 0) for (const [id, name] of await giveChatNames(deps, nameless)) names.set(id, name);
  return names;
}

type Nameless = Pick<typeof members.$inferSelect, 'id' | 'language'>;

async function giveChatNames(
  deps: NameDeps,
  nameless: readonly Nameless[],
): Promise<ReadonlyMap<number, string>> {
  const ids = nameless.map(({ id }) => id);
  const chatNames = await freeRandomNames(
    deps,
    nameless.map(({ language }) => language),
  );
  const written = await deps.db
    .update(members)
    .set({ chatName: sql`given.name` })
    .from(sql`unnest(${sql.param(ids)}::int[], ${sql.param(chatNames)}::text[]) as given (id, name)`)
    .where(and(eq(members.id, sql`given.id`), isNull(members.chatName)))
    .returning({ id: members.id, name: sql<string>`given.name` })
    .catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
      return [];
    });
  // The others have a name from a concurrent call, or another member got one of these names meanwhile.
  if (written.length < ids.length) return memberNames(deps, ids);
  return new Map(written.map(({ id, name }) => [id, name]));
}

/** SQL condition: the visible name of the member whose id is in `column` is found by `typed`. For use in another query. */
export const hasMemberNameLike = (db: Pick<Db, 'select'>, column: AnyPgColumn, typed: string): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(members)
      .where(and(eq(members.id, column), nameMatches(members.searchWords, typed))),
  );

/** Begins no username. */
const DELETED = '#deleted-';

/** Name of a deleted member in rows that outlive the account. */
export const deletedName = (memberId: number): string => `${DELETED}${memberId}`;

export const isDeletedName = (name: string): boolean => name.startsWith(DELETED);
