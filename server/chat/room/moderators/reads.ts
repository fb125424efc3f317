import { and, asc, eq, gt, isNull, ne, type Placeholder } from 'drizzle-orm';
import type { Moderator } from '#contract/chat/moderator-calls.ts';
import { memberNames } from '#server/member/names/chat-name.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { chatSessions } from '../../session/tables.ts';
import { roomModerators } from './tables.ts';

export type ModeratorRow = typeof roomModerators.$inferSelect;

/** SQL condition: neither ended nor expired. */
export const isAppointedAt = (now: Date | Placeholder) =>
  and(isNull(roomModerators.endedAt), gt(roomModerators.until, now));

/** Valid appointments in a room; the first to expire is first. */
export const appointedRows = (
  db: Pick<Db, 'select'>,
  performerId: number,
  now: Date,
): Promise<ModeratorRow[]> =>
  db
    .select()
    .from(roomModerators)
    .where(and(eq(roomModerators.performerId, performerId), isAppointedAt(now)))
    .orderBy(asc(roomModerators.until), asc(roomModerators.id));

export const toModerator = (row: ModeratorRow, name: string): Moderator => ({
  id: row.id,
  name,
  since: row.since.toISOString(),
  until: row.until.toISOString(),
});

type Reader = Pick<Deps, 'db' | 'brand' | 'now'>;

/** The valid appointments of a room, with the members' present names. */
export async function namedModerators(
  deps: Reader,
  performerId: number,
): Promise<{ row: ModeratorRow; name: string }[]> {
  const rows = await appointedRows(deps.db, performerId, deps.now());
  const names = await memberNames(
    deps,
    rows.map(({ memberId }) => memberId),
  );
  return rows.map((row) => ({ row, name: names.get(row.memberId) ?? '' }));
}

/** The moderators of a room, for its performer. */
export const moderatorsOf = async (deps: Reader, performerId: number): Promise<Moderator[]> =>
  (await namedModerators(deps, performerId)).map(({ row, name }) => toModerator(row, name));

/** Ids of the moderators' running chats in their room. */
export async function moderatorSessions(
  db: Pick<Db, 'select'>,
  performerId: number,
  now: Date,
): Promise<string[]> {
  const rows = await db
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .innerJoin(
      roomModerators,
      and(
        eq(roomModerators.performerId, chatSessions.performerId),
        eq(roomModerators.memberId, chatSessions.memberId),
      ),
    )
    .where(
      and(eq(chatSessions.performerId, performerId), ne(chatSessions.state, 'ended'), isAppointedAt(now)),
    );
  return rows.map(({ id }) => id);
}
