import type { OutputOf } from '#contract/endpoint.ts';
import type { rotateWhipKey as call } from '#contract/studio/whip-key-calls.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { rotateKey } from '#server/performers/whip-key/change-key.ts';
import type { Deps } from '#server/ports/deps.ts';
import { cutRevoked } from './cut-revoked.ts';
import { shownKey } from './shown-key.ts';

/** Creates the first key, or replaces the current one. */
export async function rotateWhipKey(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { performerId } = requirePerformer(caller);
  const row = await deps.db.transaction((tx) => {
    tx.afterCommit(() => cutRevoked(deps));
    tx.afterCommit(() => deps.events.record('performer.key-rotated', { performer: performerId }));
    return rotateKey(tx, caller, { performerId, at: deps.now() });
  });
  return shownKey(deps, performerId, row);
}
