import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { logInWithStudioPasskey as call } from '#contract/studio/passkey-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import type { Caller } from '#server/identity/caller.ts';
import { redeemPasskey } from '#server/member/passkeys/redeem-passkey.ts';
import type { Deps } from '#server/ports/deps.ts';
import { openStudioLogin } from './open-studio-login.ts';
import { tellNewBrowser } from './tell-new-browser.ts';

export async function logInWithStudioPasskey(
  deps: Deps,
  caller: Caller,
  { credential }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'studio');
  return redeemPasskey(deps, caller, {
    credential,
    kind: 'performer',
    async open(inTx, { performerId }) {
      const { token, sessionId } = await openStudioLogin(inTx, caller, performerId);
      await tellNewBrowser(inTx, caller, { performerId, sessionId });
      return { token };
    },
  });
}
