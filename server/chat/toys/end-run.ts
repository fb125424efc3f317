import { and, eq } from 'drizzle-orm';
import { TOY_SILENCE_MS } from '#contract/chat/toys.ts';
import { eqFixed } from '#server/db/fixed.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { endOf, type ToyRun } from './reads.ts';
import { returnRuns } from './return-runs.ts';
import { type RunEnd, toyRuns } from './tables.ts';

export const isSilent = (run: ToyRun, now: number): boolean =>
  now - (run.heardAt ?? run.startedAt ?? run.queuedAt).getTime() > TOY_SILENCE_MS;

/** ms played: up to the run's end while heartbeats arrived, else up to the last heartbeat. */
function playedMs(run: ToyRun, now: number): number {
  if (!run.startedAt || !run.heardAt) return 0;
  const until = isSilent(run, now) ? run.heardAt.getTime() : Math.min(now, endOf(run));
  return Math.min(run.seconds * 1000, Math.max(0, until - run.startedAt.getTime()));
}

/** Ends a run, and gives back what was not played. */
export async function endRun(
  deps: Deps,
  tx: Tx,
  { run, reason, now }: { run: ToyRun; reason: RunEnd; now: Date },
): Promise<void> {
  await tx
    .update(toyRuns)
    .set({
      state: 'done',
      endedAt: now,
      endReason: reason,
      playedMs: playedMs(run, now.getTime()),
      ...(reason === 'played' ? { returned: 0 } : {}),
    })
    .where(eq(toyRuns.id, run.id));
  if (reason !== 'played') tx.afterCommit(() => returnRuns(deps, run.performerId));
}

/** Ends waiting runs without playing them, and gives them back. */
export async function clearQueue(
  deps: Deps,
  tx: Tx,
  { performerId, reason, now }: { performerId: number; reason: RunEnd; now: Date },
): Promise<void> {
  await tx
    .update(toyRuns)
    .set({ state: 'done', endedAt: now, endReason: reason })
    .where(and(eq(toyRuns.performerId, performerId), eqFixed(toyRuns.state, 'waiting')));
  tx.afterCommit(() => returnRuns(deps, performerId));
}
