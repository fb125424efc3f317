import { eq } from 'drizzle-orm';
import { type GoalView, goalView, noGoals } from '#contract/chat/goals.ts';
import type { Deps } from '#server/ports/deps.ts';
import { roomTipping } from './tables.ts';

export type RoomTipping = Omit<typeof roomTipping.$inferSelect, 'performerId'>;

const nothing: RoomTipping = { menu: [], vipMenu: [], ...noGoals };

/** Empty lists for a performer who has saved none. */
export async function tippingOf({ db }: Pick<Deps, 'db'>, performerId: number): Promise<RoomTipping> {
  const [row] = await db.select().from(roomTipping).where(eq(roomTipping.performerId, performerId));
  return row ?? nothing;
}

export const runningGoal = async (deps: Pick<Deps, 'db'>, performerId: number): Promise<GoalView | null> =>
  goalView(await tippingOf(deps, performerId));
