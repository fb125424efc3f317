import { and, asc, eq, gt, isNull, type Placeholder } from 'drizzle-orm';
import type { Moderator } from '#contract/chat/moderator-calls.ts';
import { memberNames } from '#server/member/names/chat-name.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
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
