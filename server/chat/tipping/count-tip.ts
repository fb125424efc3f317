import { eq } from 'drizzle-orm';
import { addToGoals, type GoalPushes, type Goals, goalView, takeFromGoals } from '#contract/chat/goals.ts';
import type { Tx } from '#server/ports/database.ts';
import { roomTipping } from './tables.ts';

export type CountedTip = Omit<GoalPushes['room-goal'], 'room'>;

/** Counts a tip for the running goal, in the tip's own transaction. Null if no goal is running. */
export const countTip = (tx: Tx, performerId: number, amount: number): Promise<CountedTip | null> =>
  changeRunning(tx, performerId, (before) => addToGoals(before, amount));

/** Takes a part of a tip that was given back off the running goal. Null if no goal is running. */
export const uncountTip = (tx: Tx, performerId: number, amount: number): Promise<CountedTip | null> =>
  changeRunning(tx, performerId, (before) => ({ after: takeFromGoals(before, amount), reached: [] }));

async function changeRunning(
  tx: Tx,
  performerId: number,
  change: (before: Goals) => ReturnType<typeof addToGoals>,
): Promise<CountedTip | null> {
  const own = eq(roomTipping.performerId, performerId);
  const [before] = await tx.select().from(roomTipping).where(own).for('update');
  if (!before || !goalView(before)) return null;
  const { after, reached } = change(before);
  const { goals, collected } = after;
  await tx.update(roomTipping).set({ goals, collected }).where(own);
  return { goal: goalView(after), reached: reached.map(({ text }) => text) };
}
