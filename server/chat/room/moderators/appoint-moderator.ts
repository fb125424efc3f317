import { and, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import {
  type appointModerator as appointModeratorCall,
  MODERATOR_DAYS,
  refuseAppointment,
  type renewModerator as renewModeratorCall,
} from '#contract/chat/room/moderator-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import {
  type Caller,
  type PerformerCaller,
  requirePerformer,
  systemCaller,
} from '#server/identity/caller.ts';
import { memberName } from '#server/member/names/chat-name.ts';
import { isRemovedPerformer } from '#server/performers/reads.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { lockRoom } from '../room-numbers.ts';
import { findViewer, standingSanctions, type Viewer } from '../sanctions/reads.ts';
import { roomModerators } from '../tables.ts';
import { tellAppointment } from '../voice.ts';
import { appointedRows, isAppointedAt, type ModeratorRow, toModerator } from './reads.ts';

const DAY_MS = 24 * 3_600_000;

const appointedUntil = (at: Date): Date => new Date(at.getTime() + MODERATOR_DAYS * DAY_MS);

/**
 * Makes a member who is or was in the caller's own room its moderator; a moderator's appointment is renewed. Throws
 * `badRequest.notFound`, `.moderator.guest`, `.moderator.sentOut` and `.moderator.full`.
 */
export async function appointModerator(
  deps: Deps,
  caller: Caller,
  { target }: ParsedInput<typeof appointModeratorCall>,
): Promise<OutputOf<typeof appointModeratorCall>> {
  const performer = requirePerformer(caller);
  const viewer = await findViewer(deps, performer.performerId, target);
  const at = deps.now();
  const row = await deps.db.transaction((tx) => appoint(deps, tx, performer, { viewer, at }));
  return toModerator(row, await memberName(deps, row.memberId));
}

/** A renewed appointment keeps its beginning. */
const isNew = ({ since }: ModeratorRow, at: Date): boolean => since.getTime() === at.getTime();

/** The room's lock orders it with sanctions and with other appointments. */
async function appoint(
  deps: Deps,
  tx: Tx,
  caller: PerformerCaller,
  { viewer, at }: { viewer: Viewer; at: Date },
): Promise<ModeratorRow> {
  const { performerId } = caller;
  const { memberId } = viewer;
  await lockRoom(tx, performerId);
  const standing = await standingSanctions({ db: tx, now: () => at }, performerId, viewer);
  const others = (await appointedRows(tx, performerId, at)).filter((row) => row.memberId !== memberId);
  const refusal = refuseAppointment({
    isMember: memberId !== null,
    sanctions: [...standing.keys()],
    others: others.length,
  });
  if (refusal || memberId === null) throw new AppError(`badRequest.moderator.${refusal ?? 'guest'}`);
  const own = and(eq(roomModerators.performerId, performerId), eq(roomModerators.memberId, memberId));
  const isExpired = and(isNull(roomModerators.endedAt), lte(roomModerators.until, at));
  await tx
    .update(roomModerators)
    .set({ endedAt: sql`${roomModerators.until}` })
    .where(and(own, isExpired));
  const [row] = await tx
    .insert(roomModerators)
    .values({ performerId, memberId, since: at, until: appointedUntil(at) })
    .onConflictDoUpdate({
      target: [roomModerators.performerId, roomModerators.memberId],
      targetWhere: isNull(roomModerators.endedAt),
      set: { until: sql`excluded.until` },
    })
    .returning();
  if (!row) throw new Error(`Moderator of room ${performerId} was not inserted`);
  const act = isNew(row, at) ? 'room.moderator-appointed' : 'room.moderator-renewed';
  await recordAct(tx, caller, { act, memberId, subject: `moderator:${row.id}`, at });
  if (isNew(row, at)) tx.afterCommit(() => tellAppointment(deps, row));
  tx.afterCommit(() => deps.events.record('room.moderator-appointed', { performer: performerId }));
  return row;
}

/** Throws `badRequest.notFound`, also for an appointment that has ended. */
export async function dismissModerator(
  deps: Deps,
  caller: Caller,
  { moderator }: { moderator: number },
): Promise<true> {
  const performer = requirePerformer(caller);
  const { performerId } = performer;
  await deps.db.transaction(async (tx) => {
    const which = eq(roomModerators.id, moderator);
    const acting = { tx, caller: performer };
    if (!(await endAppointment(deps, acting, { performerId, which, at: deps.now() })))
      throw new AppError('badRequest.notFound');
  });
  return true;
}

/** Throws `badRequest.notFound`, also for an appointment that has ended. */
export async function renewModerator(
  deps: Deps,
  caller: Caller,
  { moderator }: { moderator: number },
): Promise<OutputOf<typeof renewModeratorCall>> {
  const performer = requirePerformer(caller);
  const { performerId } = performer;
  const at = deps.now();
  const row = await deps.db.transaction(async (tx) => {
    const [renewed] = await tx
      .update(roomModerators)
      .set({ until: appointedUntil(at) })
      .where(
        and(eq(roomModerators.id, moderator), eq(roomModerators.performerId, performerId), isAppointedAt(at)),
      )
      .returning();
    if (!renewed) throw new AppError('badRequest.notFound');
    const { id, memberId } = renewed;
    await recordAct(tx, performer, {
      act: 'room.moderator-renewed',
      memberId,
      subject: `moderator:${id}`,
      at,
    });
    tx.afterCommit(() => deps.events.record('room.moderator-renewed', { performer: performerId }));
    return renewed;
  });
  return toModerator(row, await memberName(deps, row.memberId));
}

/** Ends expired appointments and those of removed performers, and tells their rooms. */
export async function sweepModerators(deps: Deps): Promise<void> {
  const at = deps.now();
  const isOver = or(lte(roomModerators.until, at), isRemovedPerformer(deps.db, roomModerators.performerId));
  await deps.db.transaction(async (tx) => {
    const rows = await tx
      .update(roomModerators)
      .set({
        endedAt: sql`least(${roomModerators.until}, greatest(${roomModerators.since}, ${at.toISOString()}::timestamptz))`,
      })
      .where(and(isNull(roomModerators.endedAt), isOver))
      .returning();
    for (const row of rows) await recordEnd(deps, { tx, caller: systemCaller }, { row, at });
  });
}

interface Acting {
  tx: Tx;
  caller: Caller;
}

interface Ending {
  performerId: number;
  /** Which of the room's appointments. */
  which: SQL;
  at: Date;
}

/** Ends a valid appointment; false if there is none. */
export async function endAppointment(
  deps: Deps,
  { tx, caller }: Acting,
  { performerId, which, at }: Ending,
): Promise<boolean> {
  const [ended] = await tx
    .update(roomModerators)
    .set({ endedAt: sql`greatest(${roomModerators.since}, ${at.toISOString()}::timestamptz)` })
    .where(and(eq(roomModerators.performerId, performerId), which, isAppointedAt(at)))
    .returning();
  if (ended) await recordEnd(deps, { tx, caller }, { row: ended, at });
  return ended !== undefined;
}

/** Writes the audit row of an appointment that has ended, and tells its member and the room. */
async function recordEnd(
  deps: Deps,
  { tx, caller }: Acting,
  { row, at }: { row: ModeratorRow; at: Date },
): Promise<void> {
  const { id, memberId, performerId } = row;
  await recordAct(tx, caller, { act: 'room.moderator-ended', memberId, subject: `moderator:${id}`, at });
  tx.afterCommit(() => tellAppointment(deps, row));
  tx.afterCommit(() => deps.events.record('room.moderator-ended', { performer: performerId }));
}
