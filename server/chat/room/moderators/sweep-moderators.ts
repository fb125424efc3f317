import { and, isNull, lte, or, sql } from 'drizzle-orm';
import { systemCaller } from '#server/identity/caller.ts';
import { isRemovedPerformer } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { recordEnd } from './end-appointment.ts';
import { roomModerators } from './tables.ts';

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
