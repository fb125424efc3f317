import { and, asc, desc, eq, gt, isNull, ne, type Placeholder } from 'drizzle-orm';
import type { readModeration as call, Moderator } from '#contract/chat/room/moderator-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Caller } from '#server/identity/caller.ts';
import { memberNames } from '#server/member/names/chat-name.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type ChatSession, readOwnSession } from '../../session/chat-auth.ts';
import { chatSessions } from '../../session/tables.ts';
import { isOfRoom, standsAt, toSanction } from '../sanctions/reads.ts';
import { roomModerators, sanctions } from '../tables.ts';

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

/** Whether a member's appointment in the room has ended since the chat before this one: nobody could tell the member. */
export async function endedWhileAway(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, performerId, memberId }: Pick<ChatSession, 'id' | 'performerId' | 'memberId'>,
): Promise<boolean> {
  if (memberId === null) return false;
  const isOwn = and(eq(roomModerators.performerId, performerId), eq(roomModerators.memberId, memberId));
  const [last] = await db
    .select()
    .from(roomModerators)
    .where(isOwn)
    .orderBy(desc(roomModerators.id))
    .limit(1);
  if (!last || (last.endedAt === null && last.until > now())) return false;
  const [before] = await db
    .select({ endedAt: chatSessions.endedAt })
    .from(chatSessions)
    .where(
      and(
        eq(chatSessions.performerId, performerId),
        eq(chatSessions.memberId, memberId),
        ne(chatSessions.id, id),
      ),
    )
    .orderBy(desc(chatSessions.joinedAt), desc(chatSessions.id))
    .limit(1);
  return before?.endedAt ? before.endedAt < (last.endedAt ?? last.until) : false;
}

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

/** Returns a member's valid appointment in a room. Throws `badRequest.moderator.ended`. */
export async function requireModerator(
  db: Pick<Db, 'select'>,
  { performerId, memberId, at }: { performerId: number; memberId: number; at: Date },
): Promise<ModeratorRow> {
  const [row] = await db
    .select()
    .from(roomModerators)
    .where(
      and(
        eq(roomModerators.performerId, performerId),
        eq(roomModerators.memberId, memberId),
        isAppointedAt(at),
      ),
    );
  if (!row) throw new AppError('badRequest.moderator.ended');
  return row;
}

/** Throws what `readOwnSession` throws, and `badRequest.moderator.ended`. */
export async function readModeration(
  deps: Deps,
  caller: Caller,
  { auth }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { member, session } = await readOwnSession(deps, caller, auth);
  const { performerId, sender } = session;
  const { memberId } = member;
  const at = deps.now();
  const { until } = await requireModerator(deps.db, { performerId, memberId, at });
  const rows = await deps.db
    .select()
    .from(sanctions)
    .where(and(eq(sanctions.performerId, performerId), eq(sanctions.byMemberId, memberId), standsAt(at)))
    .orderBy(desc(sanctions.id));
  return {
    until: until.toISOString(),
    sanctions: rows.filter(isOfRoom).map((row) => toSanction(row, sender)),
  };
}
