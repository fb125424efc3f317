import { eq } from 'drizzle-orm';
import { TOY_SILENCE_MS } from '#contract/chat/toy-calls.ts';
import type { Deps } from '#server/ports/deps.ts';
import { pushHalt } from './push.ts';
import { isSilent, lockToy, openRuns } from './reads.ts';
import { toyRuns, toys } from './tables.ts';
import { endRun } from './transitions.ts';

/**
 * Handles a heartbeat: the bridge is connected and plays this run or none. A run lost over a reconnect is ended and
 * never played again.
 */
export async function hearBridge(deps: Deps, performerId: number, run: number | null): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const toy = await lockToy(tx, performerId);
    if (!toy) return;
    const now = deps.now();
    const [playing, ...others] = await openRuns(tx, performerId);
    const isPlaying = playing?.state === 'playing';
    if (run !== null) {
      if (isPlaying && playing.id === run && !isSilent(playing, now.getTime()))
        await tx.update(toyRuns).set({ heardAt: now }).where(eq(toyRuns.id, run));
      return;
    }
    await tx.update(toys).set({ awaySince: null }).where(eq(toys.performerId, performerId));
    const age = now.getTime() - (isPlaying ? (playing.startedAt ?? now) : now).getTime();
    // A slow bridge may not have received a run that has just begun; if it never does, its silence ends the run.
    if (!isPlaying || age <= TOY_SILENCE_MS) return;
    tx.afterCommit(() => pushHalt(deps, performerId, others.length));
    await endRun(deps, tx, { run: playing, reason: 'away', now });
  });
}
