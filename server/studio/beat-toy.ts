import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { beatToy as call } from '#contract/studio/toy-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { hearBridge } from '#server/chat/toys/hear-bridge.ts';
import { readToyState } from '#server/chat/toys/reads.ts';
import { switchToyOff } from '#server/chat/toys/switch-off.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Throws `badRequest.notFound` if the brand has no toys. */
export async function beatToy(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { performerId } = requirePerformer(caller);
  requireFeature(deps, 'toys');
  if (input.error === undefined) await hearBridge(deps, performerId, input.run);
  else await switchToyOff(deps, performerId, { reason: 'device' });
  return readToyState(deps, performerId);
}
