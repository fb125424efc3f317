import { and, eq } from 'drizzle-orm';
import { type Moved, stateMachine } from '#server/db/state-machine.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { pushLevel } from './push.ts';
import { endOf, isSilent, type Toy, type ToyRun } from './reads.ts';
import { returnRuns } from './return-runs.ts';
import { type RunEnd, toyRuns } from './tables.ts';

interface RunStart {
  toy: Toy;
  /** Number of runs that wait behind this one. */
  waiting: number;
}

type MovedRuns = Moved<typeof toyRuns, RunStart | undefined>;

/** A tip's use of a toy. */
export const runMachine = stateMachine<typeof toyRuns, RunStart | undefined>({
  table: toyRuns,
  first: 'waiting',
  transitions: {
    waiting: ['playing', 'done'],
    playing: ['done'],
    done: [],
  },
  follows: {
    playing: [pushStart],
    done: [returnUnplayed],
  },
});

export const startRun = (deps: Deps, tx: Tx, id: number, why: RunStart): Promise<ToyRun | null> =>
  runMachine.move(deps, tx, {
    where: eq(toyRuns.id, id),
    to: 'playing',
    set: { startedAt: deps.now() },
    why,
  });

/** Ends a run, and gives back what was not played. */
export async function endRun(
  deps: Deps,
  tx: Tx,
  { run, reason, now }: { run: ToyRun; reason: RunEnd; now: Date },
): Promise<void> {
  const played = { endedAt: now, endReason: reason, playedMs: playedMs(run, now.getTime()) };
  await runMachine.move(deps, tx, {
    where: eq(toyRuns.id, run.id),
    to: 'done',
    set: reason === 'played' ? { ...played, returned: 0 } : played,
  });
}

/** Ends waiting runs without playing them, and gives them back. */
export async function clearQueue(
  deps: Deps,
  tx: Tx,
  { performerId, reason, now }: { performerId: number; reason: RunEnd; now: Date },
): Promise<void> {
  await runMachine.moveAll(deps, tx, {
    where: and(eq(toyRuns.performerId, performerId), eq(toyRuns.state, 'waiting')),
    to: 'done',
    set: { endedAt: now, endReason: reason },
  });
}

/** ms played: up to the run's end while heartbeats arrived, else up to the last heartbeat. */
function playedMs(run: ToyRun, now: number): number {
  if (!run.startedAt || !run.heardAt) return 0;
  const until = isSilent(run, now) ? run.heardAt.getTime() : Math.min(now, endOf(run));
  return Math.min(run.seconds * 1000, Math.max(0, until - run.startedAt.getTime()));
}

function pushStart(deps: Deps, tx: Tx, { rows, why }: MovedRuns): void {
  if (!why) return;
  const { toy, waiting } = why;
  for (const run of rows) tx.afterCommit(() => pushLevel(deps, toy, { run, seconds: run.seconds, waiting }));
}

function returnUnplayed(deps: Deps, tx: Tx, { rows }: MovedRuns): void {
  const due = rows.filter(({ returned }) => returned === null);
  for (const performerId of new Set(due.map((run) => run.performerId)))
    tx.afterCommit(() => returnRuns(deps, performerId));
}
