import { eq } from 'drizzle-orm';
import { TOY_SILENCE_MS } from '#contract/chat/toy-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, type PerformerCaller, systemCaller } from '#server/identity/caller.ts';
import { storeToyActive } from '#server/performers/profile/store-status.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { pushActive, pushHalt, pushLevel } from './push.ts';
import { endOf, isSilent, lockToy, openRuns, type Toy } from './reads.ts';
import { type RunEnd, toyRuns, toys } from './tables.ts';
import { clearQueue, endRun } from './transitions.ts';

/** Also changes the ceiling of a toy that is on, including the playing run. */
export async function switchToyOn(
  deps: Deps,
  caller: PerformerCaller,
  { ceiling, onlineStatus }: { ceiling: number; onlineStatus: number },
): Promise<void> {
  const { performerId } = caller;
  await deps.db.transaction((tx) =>
    store(deps, tx, caller, { performerId, ceiling, onlineStatus, awaySince: null }),
  );
}

async function store(deps: Deps, tx: Tx, caller: PerformerCaller, toy: Toy): Promise<void> {
  const { performerId, ceiling, onlineStatus } = toy;
  const before = await lockToy(tx, performerId);
  if (before) {
    await tx.update(toys).set({ ceiling, onlineStatus }).where(eq(toys.performerId, performerId));
    const runs = await openRuns(tx, performerId);
    const playing = runs.find(({ state }) => state === 'playing');
    if (!playing) return;
    tx.afterCommit(() => {
      const seconds = Math.max(0, endOf(playing) - deps.now().getTime()) / 1000;
      pushLevel(deps, toy, { run: playing, seconds, waiting: runs.length - 1 });
    });
    return;
  }
  // Of two simultaneous calls, the second finds the row of the first.
  const [made] = await tx.insert(toys).values(toy).onConflictDoNothing().returning();
  if (!made) return store(deps, tx, caller, toy);
  await storeToyActive(tx, performerId, true);
  await recordAct(tx, caller, { act: 'toy.on', subject: `performer:${performerId}`, at: deps.now() });
  tx.afterCommit(() => {
    pushActive(deps, performerId, true);
    deps.events.record('toy.on', { performer: performerId, ceiling });
  });
}

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
