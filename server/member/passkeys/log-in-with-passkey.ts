import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { logInWithPasskey as call } from '#contract/member/passkey-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { openLogin } from '../account/open-login.ts';
import { redeemPasskey } from './redeem-passkey.ts';

/** An unknown passkey and one of a deleted account get the same response. */
export async function logInWithPasskey(
  deps: Deps,
  caller: Caller,
  { credential }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  return redeemPasskey(deps, caller, {
    credential,
    kind: 'member',
    open: (inTx, { memberId }) => openLogin(inTx, caller, memberId, { passkey: true }),
  });
}
