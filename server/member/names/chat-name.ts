import { and, eq, exists, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { AppError } from '#contract/errors.ts';
import type { Locale } from '#contract/locales.ts';
import { isDuplicate } from '#server/db/is-duplicate.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../account/tables.ts';
import { freeRandomName } from './random-name.ts';

type NameDeps = Pick<Deps, 'db' | 'brand'>;

/** Reads the same in every language: what a guest's is, is not known where it is needed. */
export const guestName = (sessionId: string): string => `Anon-${sessionId.slice(0, 4)}`;

/**
 * What others see a member called: the username, and while that is the e-mail address a random name in the language
 * of the registration, which is given the first time it is asked for and stays. Throws `badRequest.unauthorized` for
 * a member who is not there.
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
    const given = await deps.db
      .update(members)
      .set({ chatName })
      .where(and(eq(members.id, id), isNull(members.chatName)))
      .returning({ chatName: members.chatName });
    // None was changed when another call of the same moment gave one.
    return given.length > 0 ? chatName : memberName(deps, id);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return memberName(deps, id);
  }
}

/** The same for many, by id; those who are not there are left out. */
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

/** Whether the member whose id stands in `column` goes by a name that starts so, as part of another feature's query. */
export const memberNameStarts = (db: Pick<Db, 'select'>, column: AnyPgColumn, start: string): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(members)
      .where(
        and(
          eq(members.id, column),
          sql`starts_with(lower(case when ${members.username} = ${members.email} then ${members.chatName}
            else ${members.username} end), ${start.trim().toLowerCase()})`,
        ),
      ),
  );
