import { and, eq, type SQL } from 'drizzle-orm';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import { isAppointedAt, type ModeratorRow } from './reads.ts';
import { roomModerators } from './tables.ts';

interface Ending {
  performerId: number;
  /** Which of the room's appointments. */
  which: SQL;
  at: Date;
}

/** Ends a valid appointment in the caller's transaction; undefined if there is none. */
export async function endAppointment(
  tx: Tx,
  caller: Caller,
  { performerId, which, at }: Ending,
): Promise<ModeratorRow | undefined> {
  const [ended] = await tx
    .update(roomModerators)
    .set({ endedAt: at })
    .where(and(eq(roomModerators.performerId, performerId), which, isAppointedAt(at)))
    .returning();
  if (ended) await recordEnd(tx, caller, ended, at);
  return ended;
}

export const recordEnd = (tx: Tx, caller: Caller, { id, memberId }: ModeratorRow, at: Date): Promise<void> =>
  recordAct(tx, caller, { act: 'room.moderator-ended', memberId, subject: `moderator:${id}`, at });
