import { randomBytes } from 'node:crypto';
import { generateRegistrationOptions } from '@simplewebauthn/server';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { type beginPasskey as call, CHALLENGE_SECONDS, creationOptionsSchema, PASSKEYS_MAX } from '#contract/member/passkey-calls.ts';
import { relyingPartyOf } from '#server/config/relying-party.ts';
import type { Caller } from '#server/identity/caller.ts';
import { passkeysOf } from '#server/identity/passkeys/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { issueChallenge } from './challenges.ts';
import { confirmOwner, requirePasskeyOwner } from './owner.ts';
import { algorithms } from './verify.ts';

/** Requires the password: a session left open must not be turned into a permanent login. */
export async function beginPasskey(
  deps: Deps,
  caller: Caller,
  { password }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const owner = requirePasskeyOwner(deps, caller);
  const { sessionId } = owner;
  const account = await confirmOwner(deps, owner, password);
  if (!account) throw new AppError('badRequest.incorrectPassword');
  const own = await passkeysOf(deps.db, owner);
  if (own.length >= PASSKEYS_MAX) throw new AppError('badRequest.passkey.full');
  const userHandle = own[0]?.userHandle ?? randomBytes(32).toString('base64url');
  const party = relyingPartyOf(deps.config, owner.kind);
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: new Uint8Array(Buffer.from(userHandle, 'base64url')),
    userName: account.userName,
    userDisplayName: account.displayName,
    challenge: await issueChallenge(deps, { for: 'add', sessionId, userHandle }),
    timeout: CHALLENGE_SECONDS * 1000,
    attestationType: 'none',
    excludeCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  return { options: creationOptionsSchema.parse(options) };
}
