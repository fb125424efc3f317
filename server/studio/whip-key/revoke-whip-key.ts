import type { OutputOf } from '#contract/endpoint.ts';
import type { revokeWhipKey as call } from '#contract/studio/whip-key-calls.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { revokeKey } from '#server/performers/whip-key/change-key.ts';
import type { Deps } from '#server/ports/deps.ts';
import { cutRevoked } from './cut-revoked.ts';

/** Also invalidates tokens issued before, even if there was no key. */
export async function revokeWhipKey(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { performerId } = requirePerformer(caller);
  const revoked = await deps.db.transaction((tx) => {
    tx.afterCommit(() => cutRevoked(deps));
    tx.afterCommit(() => deps.events.record('performer.key-revoked', { performer: performerId }));
    return revokeKey(tx, caller, { performerId, at: deps.now() });
  });
  return { revoked };
}
