import type { logInWithDeskPasskey as call } from '#contract/desk/passkey-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Caller } from '#server/identity/caller.ts';
import { operatorById } from '#server/identity/operators/reads.ts';
import { redeemPasskey } from '#server/member/passkeys/redeem-passkey.ts';
import type { Deps } from '#server/ports/deps.ts';
import { openDeskLogin } from './open-desk-login.ts';

/** The passkey counts as both factors: its authenticator verifies the person. */
export async function logInWithDeskPasskey(
  deps: Deps,
  caller: Caller,
  { credential }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  return redeemPasskey(deps, caller, {
    credential,
    kind: 'operator',
    async open(inTx, { operatorId }) {
      const operator = await operatorById(inTx.db, operatorId);
      if (!operator) throw new AppError('badRequest.passkey.notExists');
      return openDeskLogin(inTx, caller, operator);
    },
  });
}
