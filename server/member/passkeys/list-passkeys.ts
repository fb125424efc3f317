import type { OutputOf } from '#contract/endpoint.ts';
import type { listPasskeys as call } from '#contract/member/passkey-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import { passkeysOf, shownPasskey } from '#server/identity/passkeys/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { requirePasskeyOwner } from './owner.ts';

export async function listPasskeys(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const owner = requirePasskeyOwner(deps, caller);
  return { result: (await passkeysOf(deps.db, owner)).map(shownPasskey) };
}
