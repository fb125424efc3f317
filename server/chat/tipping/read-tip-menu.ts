import { goalView } from '#contract/chat/goals.ts';
import type { readTipMenu as call } from '#contract/chat/room/tip-menu-calls.ts';
import { menuFor } from '#contract/chat/tip-menu.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readOpenAuth } from '../session/chat-auth.ts';
import { tippingOf } from './reads.ts';
import { topTippers } from './top-tippers.ts';

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
