import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { OutputOf } from '#contract/endpoint.ts';
import { type beginPasskeyLogin as call, CHALLENGE_SECONDS, requestOptionsSchema } from '#contract/member/passkey-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { relyingPartyOf } from '#server/config/relying-party.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { issueChallenge } from './challenges.ts';

/** Names no account: the passkey identifies it. */
export const beginPasskeyLogin = (deps: Deps, _caller: Caller): Promise<OutputOf<typeof call>> =>
  beginLoginOf(deps, 'member');

/** `kind` decides the domain: the desk may have its own. */
export async function beginLoginOf(deps: Deps, kind: 'member' | 'operator'): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'passkeys');
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(deps.config, kind).id,
    challenge: await issueChallenge(deps, { for: 'log-in' }),
    timeout: CHALLENGE_SECONDS * 1000,
    userVerification: 'required',
  });
  return { options: requestOptionsSchema.parse(options) };
}
