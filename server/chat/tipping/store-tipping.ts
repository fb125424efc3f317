import { eq } from 'drizzle-orm';
import {
  addToGoals,
  type GoalPushes,
  type Goals,
  type GoalView,
  goalView,
  takeFromGoals,
} from '#contract/chat/tipping/goals.ts';
import type { Tx } from '#server/ports/database.ts';
import type { RoomTipping } from './reads.ts';
import { roomTipping } from './tables.ts';

/** Changes a performer's menus or goals, and returns her running goal. */
export async function storeTipping(
  tx: Tx,
  performerId: number,
  set: (before: RoomTipping) => Partial<RoomTipping>,
): Promise<GoalView | null> {
  const own = eq(roomTipping.performerId, performerId);
  await tx.insert(roomTipping).values({ performerId }).onConflictDoNothing();
  const [before] = await tx.select().from(roomTipping).where(own).for('update');
  if (!before) throw new Error(`Tipping of performer ${performerId} was neither inserted nor found`);
  const changes = set(before);
  await tx.update(roomTipping).set(changes).where(own);
  return goalView({ ...before, ...changes });
}

export type CountedTip = Omit<GoalPushes['room-goal'], 'room'>;

/** Counts a tip for the running goal, in the tip's own transaction. Null if no goal is running. */
export const countTip = (tx: Tx, performerId: number, amount: number): Promise<CountedTip | null> =>
  changeRunning(tx, performerId, (before) => addToGoals(before, amount));

/**
 * Takes credits of a tip that were given back off the goal in which they stand, also behind another one. Null if that
 * goal is reached or gone: what others gave for the next one stays.
 */
export const uncountTip = async (
  tx: Tx,
  performerId: number,
  { goalId, credits }: { goalId: string | null; credits: number },
): Promise<CountedTip | null> =>
  goalId === null || credits === 0
    ? null
    : changeRunning(tx, performerId, (before) => {
        const after = takeFromGoals(before, goalId, credits);
        return after && { after, reached: [] };
      });

async function changeRunning(
  tx: Tx,
  performerId: number,
  change: (before: Goals) => ReturnType<typeof addToGoals> | null,
): Promise<CountedTip | null> {
  const own = eq(roomTipping.performerId, performerId);
  const [before] = await tx.select().from(roomTipping).where(own).for('update');
  if (!before || !goalView(before)) return null;
  const changed = change(before);
  if (!changed) return null;
  const { after, reached } = changed;
  const { goals, collected } = after;
  await tx.update(roomTipping).set({ goals, collected }).where(own);
  return { goal: goalView(after), reached: reached.map(({ amount: _, ...names }) => names) };
}
