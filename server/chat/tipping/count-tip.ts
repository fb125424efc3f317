import { eq } from 'drizzle-orm';
import { addToGoals, type GoalPushes, goalView, takeFromGoals } from '#contract/chat/goals.ts';
import type { Tx } from '#server/ports/database.ts';
import { roomTipping } from './tables.ts';

export type CountedTip = Omit<GoalPushes['room-goal'], 'room'>;

/** Counts a tip for the running goal, in the tip's own transaction. Null if no goal is running. */
export async function countTip(tx: Tx, performerId: number, amount: number): Promise<CountedTip | null> {
  const own = eq(roomTipping.performerId, performerId);
  const [before] = await tx.select().from(roomTipping).where(own).for('update');
  if (!before || !goalView(before)) return null;
  const { after, reached } = addToGoals(before, amount);
  const { goals, collected } = after;
  await tx.update(roomTipping).set({ goals, collected }).where(own);
  return { goal: goalView(after), reached: reached.map(({ text }) => text) };
}

/** Takes a part of a tip that was given back off the running goal. Null if no goal is running. */
export async function uncountTip(tx: Tx, performerId: number, amount: number): Promise<CountedTip | null> {
  const own = eq(roomTipping.performerId, performerId);
  const [before] = await tx.select().from(roomTipping).where(own).for('update');
  if (!before || !goalView(before)) return null;
  const after = takeFromGoals(before, amount);
  await tx.update(roomTipping).set({ collected: after.collected }).where(own);
  return { goal: goalView(after), reached: [] };
}
