import { eq } from 'drizzle-orm';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { systemCaller } from '#server/identity/caller.ts';
import { storeToyActive } from '#server/performers/profile/store-status.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { pushActive, pushHalt } from './push.ts';
import { lockToy, openRuns } from './reads.ts';
import { type RunEnd, toys } from './tables.ts';
import { clearQueue, endRun } from './transitions.ts';

/**
 * Halts the device, clears the queue, switches the toy off and gives back what was bought and not played.
 */
export async function switchToyOff(
  deps: Deps,
  performerId: number,
  { reason, caller = systemCaller }: { reason: RunEnd; caller?: Caller },
): Promise<void> {
  // The first halt does not wait for the database.
  if (reason === 'stopped' || reason === 'device') pushHalt(deps, performerId, 0);
  await deps.db.transaction((tx) => clear(deps, tx, { performerId, reason, caller }));
}

async function clear(
  deps: Deps,
  tx: Tx,
  { performerId, reason, caller }: { performerId: number; reason: RunEnd; caller: Caller },
): Promise<void> {
  if (!(await lockToy(tx, performerId))) return;
  tx.afterCommit(() => {
    // Again, in case a run began between the first halt and the lock.
    pushHalt(deps, performerId, 0);
    pushActive(deps, performerId, false);
    deps.events.record('toy.off', { performer: performerId, reason });
  });
  const now = deps.now();
  const [first] = await openRuns(tx, performerId);
  if (first?.state === 'playing') await endRun(deps, tx, { run: first, reason, now });
  await clearQueue(deps, tx, { performerId, reason, now });
  await tx.delete(toys).where(eq(toys.performerId, performerId));
  await storeToyActive(tx, performerId, false);
  await recordAct(tx, caller, { act: 'toy.off', subject: `performer:${performerId}`, at: now });
}

/**
 * The bridge is unreachable: halts and ends the playing run and keeps the waiting ones for a while. Does nothing if the
 * toy is off.
 */
export async function missToyBridge(deps: Deps, performerId: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const toy = await lockToy(tx, performerId);
    if (!toy || toy.awaySince) return;
    const now = deps.now();
    const runs = await openRuns(tx, performerId);
    const [first] = runs;
    const waiting = runs.filter(({ state }) => state === 'waiting').length;
    tx.afterCommit(() => pushHalt(deps, performerId, waiting));
    if (first?.state === 'playing') await endRun(deps, tx, { run: first, reason: 'away', now });
    await tx.update(toys).set({ awaySince: now }).where(eq(toys.performerId, performerId));
  });
}
