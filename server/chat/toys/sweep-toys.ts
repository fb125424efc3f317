import { eq } from 'drizzle-orm';
import { TOY_AWAY_MS } from '#contract/chat/toy-calls.ts';
import { statusesById } from '#server/performers/reads.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { pushHalt } from './push.ts';
import { endOf, isSilent, lockToy, openRuns } from './reads.ts';
import { switchToyOff } from './switch-toy.ts';
import { toys } from './tables.ts';
import { endRun, startRun } from './transitions.ts';

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

async function advanceToy(deps: Deps, performerId: number): Promise<void> {
  const isGivenUp = await deps.db.transaction((tx) => advance(deps, tx, performerId));
  if (isGivenUp) await switchToyOff(deps, performerId, { reason: 'away' });
}

/** Returns true if the bridge has been away for too long. */
async function advance(deps: Deps, tx: Tx, performerId: number): Promise<boolean> {
  const now = deps.now();
  const toy = await lockToy(tx, performerId);
  if (!toy) return false;
  const runs = await openRuns(tx, performerId);
  const playing = runs.find(({ state }) => state === 'playing');
  const [next, ...others] = runs.filter(({ state }) => state === 'waiting');
  const waiting = next ? others.length + 1 : 0;
  if (playing) {
    const isOver = now.getTime() >= endOf(playing);
    const isLost = isSilent(playing, now.getTime());
    if (!isOver && !isLost) return false;
    const isHalted = isLost || !next;
    if (isHalted) tx.afterCommit(() => pushHalt(deps, performerId, waiting));
    await endRun(deps, tx, { run: playing, reason: isOver ? 'played' : 'away', now });
    if (isLost) await tx.update(toys).set({ awaySince: now }).where(eq(toys.performerId, performerId));
    if (isHalted) return false;
  }
  if (toy.awaySince) return now.getTime() - toy.awaySince.getTime() > TOY_AWAY_MS;
  if (!next) return false;
  await startRun(deps, tx, next.id, { toy, waiting: others.length });
  return false;
}
