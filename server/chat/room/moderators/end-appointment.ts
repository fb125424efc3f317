import { and, eq, type SQL, sql } from 'drizzle-orm';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { roomModerators } from '../tables.ts';
import { tellAppointment } from '../voice.ts';
import { isAppointedAt, type ModeratorRow } from './reads.ts';

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
export async function recordEnd(
  deps: Deps,
  { tx, caller }: Acting,
  { row, at }: { row: ModeratorRow; at: Date },
): Promise<void> {
  const { id, memberId, performerId } = row;
  await recordAct(tx, caller, { act: 'room.moderator-ended', memberId, subject: `moderator:${id}`, at });
  tx.afterCommit(() => tellAppointment(deps, row));
  tx.afterCommit(() => deps.events.record('room.moderator-ended', { performer: performerId }));
}
