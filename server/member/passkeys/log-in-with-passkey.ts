import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import {
  type beginPasskeyLogin as beginPasskeyLoginCall,
  CHALLENGE_SECONDS,
  type logInWithPasskey as logInWithPasskeyCall,
  requestOptionsSchema,
} from '#contract/member/passkey-calls.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { relyingPartyOf } from '#server/config/config.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { openLogin } from '../account/log-in.ts';
import { issueChallenge } from './challenges.ts';
import { redeemPasskey } from './redeem-passkey.ts';

/** An unknown passkey and one of a deleted account get the same response. */
export async function logInWithPasskey(
  deps: Deps,
  caller: Caller,
  { credential }: ParsedInput<typeof logInWithPasskeyCall>,
): Promise<OutputOf<typeof logInWithPasskeyCall>> {
  return redeemPasskey(deps, caller, {
    credential,
    kind: 'member',
    open: (inTx, { memberId }) => openLogin(inTx, caller, memberId, { passkey: true }),
  });
}

/** Names no account: the passkey identifies it. */
export const beginPasskeyLogin = (
  deps: Deps,
  _caller: Caller,
): Promise<OutputOf<typeof beginPasskeyLoginCall>> => beginLoginOf(deps, 'member');

/** `kind` decides the domain: the desk may have its own. */
async function beginLoginOf(
  deps: Deps,
  kind: 'member' | 'operator',
): Promise<OutputOf<typeof beginPasskeyLoginCall>> {
  requireFeature(deps, 'passkeys');
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(deps.config, kind).id,
    challenge: await issueChallenge(deps, { for: 'log-in' }),
    timeout: CHALLENGE_SECONDS * 1000,
    userVerification: 'required',
  });
  return { options: requestOptionsSchema.parse(options) };
}

export const beginDeskPasskeyLogin = (deps: Deps, _caller: Caller) => beginLoginOf(deps, 'operator');
