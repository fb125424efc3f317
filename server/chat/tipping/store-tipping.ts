import { eq } from 'drizzle-orm';
import { type GoalView, goalView } from '#contract/chat/goals.ts';
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
