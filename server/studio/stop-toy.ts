import type { ToyState } from '#contract/chat/toy-calls.ts';
import { readToyState } from '#server/chat/toys/reads.ts';
import { switchToyOff } from '#server/chat/toys/switch-off.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';

/** The emergency stop: never refused, and may be repeated. */
export async function stopToy(deps: Deps, caller: Caller): Promise<ToyState> {
  const { performerId } = requirePerformer(caller);
  await switchToyOff(deps, performerId, { reason: 'stopped', caller });
  return readToyState(deps, performerId);
}
