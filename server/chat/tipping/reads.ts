import { eq } from 'drizzle-orm';
import type { readTipMenu as call } from '#contract/chat/room/tip-menu-calls.ts';
import { type GoalView, goalView, noGoals } from '#contract/chat/tipping/goals.ts';
import { menuFor } from '#contract/chat/tipping/tip-menu.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readOpenAuth } from '../session/chat-auth.ts';
import { roomTipping } from './tables.ts';
import { topTippers } from './top-tippers.ts';

export type RoomTipping = Omit<typeof roomTipping.$inferSelect, 'performerId'>;

const nothing: RoomTipping = { menu: [], vipMenu: [], ...noGoals };

/** Empty lists for a performer who has saved none. */
export async function tippingOf({ db }: Pick<Deps, 'db'>, performerId: number): Promise<RoomTipping> {
  const [row] = await db.select().from(roomTipping).where(eq(roomTipping.performerId, performerId));
  return row ?? nothing;
}

export const runningGoal = async (deps: Pick<Deps, 'db'>, performerId: number): Promise<GoalView | null> =>
  goalView(await tippingOf(deps, performerId));

export async function readTipMenu(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { performerId, type } = await readOpenAuth(deps, caller, input.auth);
  const tipping = await tippingOf(deps, performerId);
  return {
    items: [...menuFor(type, tipping)],
    goal: goalView(tipping),
    topTippers: await topTippers(deps, performerId),
  };
}
