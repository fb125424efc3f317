import type { OutputOf } from '#contract/endpoint.ts';
import type { listPasskeys as call } from '#contract/member/passkey-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { passkeysOf, shownPasskey } from './reads.ts';

export async function listPasskeys(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'passkeys');
  const { memberId } = requireMember(caller);
  return { result: (await passkeysOf(deps.db, memberId)).map(shownPasskey) };
}
