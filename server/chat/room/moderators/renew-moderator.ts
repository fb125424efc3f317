import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { renewModerator as call } from '#contract/chat/room/moderator-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requirePerformer, systemCaller } from '#server/identity/caller.ts';
import { memberName } from '#server/member/names/chat-name.ts';
import { isRemovedPerformer } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { roomModerators } from '../tables.ts';
import { appointedUntil } from './appoint-moderator.ts';
import { recordEnd } from './end-appointment.ts';
import { isAppointedAt, toModerator } from './reads.ts';

/** Throws `badRequest.notFound`, also for an appointment that has ended. */
export async function renewModerator(
  deps: Deps,
  caller: Caller,
  { moderator }: { moderator: number },
): Promise<OutputOf<typeof call>> {
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
