import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { acceptVip as call } from '#contract/studio/vip-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { acceptRequest } from '#server/chat/vip/accept-vip.ts';
import { toStudio } from '#server/chat/vip/reads.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function acceptVip(
  deps: Deps,
  caller: Caller,
  { request }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'vip');
  const { performerId } = requirePerformer(caller);
  return toStudio(deps, await acceptRequest(deps, { performerId, request }));
}
