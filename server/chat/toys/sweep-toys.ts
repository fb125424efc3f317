import { eq } from 'drizzle-orm';
import { TOY_AWAY_MS } from '#contract/chat/toys.ts';
import { statusesById } from '#server/performers/reads.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { endRun, isSilent } from './end-run.ts';
import { pushHalt, pushLevel } from './push.ts';
import { endOf, lockToy, openRuns, type Toy, type ToyRun } from './reads.ts';
import { returnRuns } from './return-runs.ts';
import { switchToyOff } from './switch-off.ts';
import { toyRuns, toys } from './tables.ts';

/**
 * Runs four times a second in one process at a time: ends and starts runs, and switches toys off whose performer
 * changed status.
 */
export async function sweepToys(deps: Deps): Promise<void> {
  const on = await deps.db.select().from(toys);
  if (on.length === 0) return;
  const statuses = await statusesById(
    deps,
    on.map(({ performerId }) => performerId),
  );
  const failures: unknown[] = [];
  for (const toy of on) {
    const isElsewhere = statuses.get(toy.performerId) !== toy.onlineStatus;
    const work = isElsewhere
      ? switchToyOff(deps, toy.performerId, { reason: 'status' })
      : advanceToy(deps, toy.performerId);
    await work.catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} toys were not swept`);
}

type Step =
  | { kind: 'start'; toy: Toy; run: ToyRun; waiting: number }
  | { kind: 'halt'; waiting: number }
  | { kind: 'give-up' };

async function advanceToy(deps: Deps, performerId: number): Promise<void> {
  const step = await deps.db.transaction((tx) => advance(tx, performerId, deps.now()));
  if (step?.kind === 'start') {
    const { toy, run, waiting } = step;
    pushLevel(deps, toy, { run, seconds: run.seconds, waiting });
  }
  if (step?.kind === 'halt') {
    pushHalt(deps, performerId, step.waiting);
    await returnRuns(deps, performerId);
  }
  if (step?.kind === 'give-up') await switchToyOff(deps, performerId, { reason: 'away' });
}

async function advance(tx: Tx, performerId: number, now: Date): Promise<Step | null> {
  const toy = await lockToy(tx, performerId);
  if (!toy) return null;
  const runs = await openRuns(tx, performerId);
  const playing = runs.find(({ state }) => state === 'playing');
  const [next, ...others] = runs.filter(({ state }) => state === 'waiting');
  const waiting = next ? others.length + 1 : 0;
  if (playing) {
    const isOver = now.getTime() >= endOf(playing);
    const isLost = isSilent(playing, now.getTime());
    if (!isOver && !isLost) return null;
    await endRun(tx, playing, isOver ? 'played' : 'away', now);
    if (isLost) await tx.update(toys).set({ awaySince: now }).where(eq(toys.performerId, performerId));
    if (isLost || !next) return { kind: 'halt', waiting };
  }
  if (toy.awaySince)
    return now.getTime() - toy.awaySince.getTime() > TOY_AWAY_MS ? { kind: 'give-up' } : null;
  if (!next) return null;
  await tx.update(toyRuns).set({ state: 'playing', startedAt: now }).where(eq(toyRuns.id, next.id));
  return { kind: 'start', toy, run: next, waiting: others.length };
}
