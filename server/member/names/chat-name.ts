import { and, eq, exists, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { AppError } from '#contract/errors.ts';
import type { Locale } from '#contract/locales.ts';
import { isDuplicate } from '#server/db/errors.ts';
import { nameMatches } from '#server/db/name-matches.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../tables.ts';
import { freeRandomName } from './random-name.ts';

type NameDeps = Pick<Deps, 'db' | 'brand'>;

/** The same in every language, because a guest's language is unknown here. */
export const guestName = (sessionId: string): string => `Anon-${sessionId.slice(0, 4)}`;

/**
 * The name others see: the username or, while that is the e-mail address, a random name in the language of the
 * registration. It is created on first use and kept. Throws `badRequest.unauthorized` for a missing member.
 */
export async function memberName(deps: NameDeps, id: number): Promise<string> {
  const [row] = await deps.db
    .select({
      username: members.username,
      email: members.email,
      chatName: members.chatName,
      language: members.language,
    })
    .from(members)
    .where(eq(members.id, id));
  if (!row) throw new AppError('badRequest.unauthorized');
  if (row.username !== row.email) return row.username;
  return row.chatName ?? giveChatName(deps, id, row.language);
}

async function giveChatName(deps: NameDeps, id: number, language: Locale): Promise<string> {
  const chatName = await freeRandomName(deps, language);
  try {
    const rows = await deps.db
      .update(members)
      .set({ chatName })
      .where(and(eq(members.id, id), isNull(members.chatName)))
      .returning({ chatName: members.chatName });
    // No row changed: a concurrent call has set the name.
    return rows.length > 0 ? chatName : memberName(deps, id);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return memberName(deps, id);
  }
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
    })
    .from(members)
    .where(inArray(members.id, [...ids]));
  const names = new Map<number, string>();
  for (const { id, username, email, chatName } of rows)
    names.set(id, username !== email ? username : (chatName ?? (await memberName(deps, id))));
  return names;
}

/** SQL condition: the visible name of the member whose id is in `column` is found by `typed`. For use in another query. */
export const hasMemberNameLike = (db: Pick<Db, 'select'>, column: AnyPgColumn, typed: string): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(members)
      .where(and(eq(members.id, column), nameMatches(members.searchWords, typed))),
  );
