import type { OutputOf } from '#contract/endpoint.ts';
import type { showWhipKey as call } from '#contract/studio/whip-key-calls.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { openKey } from '#server/performers/whip-key/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { shownKey } from './shown-key.ts';

export async function showWhipKey(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { performerId } = requirePerformer(caller);
  return shownKey(deps, performerId, await openKey(deps.db, performerId));
}
