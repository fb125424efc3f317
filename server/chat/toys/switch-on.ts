import { eq } from 'drizzle-orm';
import { recordAct } from '#server/audit/record-act.ts';
import type { PerformerCaller } from '#server/identity/caller.ts';
import { storeToyActive } from '#server/performers/profile/store-status.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { pushActive, pushLevel } from './push.ts';
import { endOf, lockToy, openRuns, type Toy } from './reads.ts';
import { toys } from './tables.ts';

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
