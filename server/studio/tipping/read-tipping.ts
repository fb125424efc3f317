import { goalView } from '#contract/chat/goals.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import type { readTipping as call } from '#contract/studio/tipping-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { tippingOf } from '#server/chat/tipping/reads.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function readTipping(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  const { menu, vipMenu, goals, carriesOver, collected } = await tippingOf(deps, performerId);
  const goal = goalView({ goals, carriesOver, collected });
  return { menu, vipMenu, goals: [...goals], carriesOver, goal };
}
