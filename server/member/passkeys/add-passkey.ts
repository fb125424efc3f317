import { randomBytes } from 'node:crypto';
import { generateRegistrationOptions } from '@simplewebauthn/server';
import { eq } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { own } from '#contract/input.ts';
import {
  type addPasskey as addPasskeyCall,
  type beginPasskey as beginPasskeyCall,
  CHALLENGE_SECONDS,
  creationOptionsSchema,
  PASSKEY_NAME_MAX,
  PASSKEYS_MAX,
} from '#contract/member/passkey-calls.ts';
import { relyingPartyOf } from '#server/config/config.ts';
import type { Caller } from '#server/identity/caller.ts';
import { deviceOf } from '#server/identity/client.ts';
import { noteFactor, requireRecentFactor } from '#server/identity/factor/factors.ts';
import { holdOperator } from '#server/identity/operators/reads.ts';
import { passkeysOf, shownPasskey } from '#server/identity/passkeys/passkeys.ts';
import { columnsOf } from '#server/identity/sessions.ts';
import { passkeys } from '#server/identity/tables.ts';
import { holdPerformer } from '#server/performers/reads.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../tables.ts';
import { issueChallenge, redeemChallenge } from './challenges.ts';
import { noteChange } from './note-change.ts';
import { confirmOwner, type PasskeyCaller, requirePasskeyOwner } from './owner.ts';
import { algorithms, verifyNewPasskey } from './verify.ts';

/** Completes beginPasskey in the same login. */
export async function addPasskey(
  deps: Deps,
  caller: Caller,
  { credential, name }: ParsedInput<typeof addPasskeyCall>,
): Promise<OutputOf<typeof addPasskeyCall>> {
  const owner = requirePasskeyOwner(deps, caller);
  if (owner.kind === 'performer') await requireRecentFactor(deps, owner);
  const purpose = { for: 'add', sessionId: owner.sessionId } as const;
  const used = await redeemChallenge(deps, purpose, credential.response.clientDataJSON);
  const party = relyingPartyOf(deps.config, owner.kind);
  const made = await verifyNewPasskey(credential, { challenge: used.challenge, party });
  const row: NewPasskey = {
    credentialId: made.credential.id,
    publicKey: made.credential.publicKey,
    counter: made.credential.counter,
    transports: credential.response.transports,
    isSynced: made.credentialDeviceType === 'multiDevice',
    userHandle: used.userHandle ?? '',
    nameFor: (taken) =>
      name ?? defaultName({ aaguid: made.aaguid, userAgent: caller.request.userAgent }, taken),
  };
  return store(deps, owner, row);
}

type NewPasskey = Omit<
  typeof passkeys.$inferInsert,
  'id' | 'memberId' | 'performerId' | 'operatorId' | 'name' | 'createdAt'
> & {
  readonly nameFor: (taken: readonly string[]) => string;
};

async function store(deps: Deps, owner: PasskeyCaller, { nameFor, ...made }: NewPasskey) {
  const stored = await deps.db.transaction(async (tx) => {
    await lockOwner(tx, owner);
    // Another login may have added a factor since this one began.
    if (owner.kind === 'performer') await requireRecentFactor({ ...deps, db: tx }, owner);
    const own = await passkeysOf(tx, owner);
    if (own.length >= PASSKEYS_MAX) throw new AppError('badRequest.passkey.full');
    const name = nameFor(own.map((one) => one.name));
    const [stored] = await tx
      .insert(passkeys)
      .values({ ...made, ...columnsOf(owner), id: deps.newId(), name, createdAt: deps.now() })
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning();
    if (!stored) throw new AppError('badRequest.passkey.exists');
    if (owner.kind === 'performer') await noteFactor(tx, { ...owner, at: deps.now() });
    await noteChange(deps, tx, owner, { kind: 'passkeyAdded', owner, passkey: stored });
    return stored;
  });
  return shownPasskey(stored);
}

/** Serializes additions, so that their number is exact. */
async function lockOwner(tx: Tx, owner: PasskeyCaller): Promise<void> {
  if (owner.kind === 'member')
    await tx.select({ id: members.id }).from(members).where(eq(members.id, owner.memberId)).for('update');
  else if (!(await holdOther(tx, owner))) throw new AppError('badRequest.unauthorized');
}

/** Falsy if the account has gone. */
const holdOther = (tx: Tx, owner: Exclude<PasskeyCaller, { kind: 'member' }>) =>
  owner.kind === 'performer'
    ? holdPerformer(tx, owner.performerId, 'no key update')
    : holdOperator(tx, owner.operatorId);

/**
 * Requires the password: a session left open must not be turned into a permanent login. A performer proves a second
 * factor that she has.
 */
export async function beginPasskey(
  deps: Deps,
  caller: Caller,
  { password }: ParsedInput<typeof beginPasskeyCall>,
): Promise<OutputOf<typeof beginPasskeyCall>> {
  const owner = requirePasskeyOwner(deps, caller);
  const { sessionId } = owner;
  if (owner.kind === 'performer') await requireRecentFactor(deps, owner);
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

/** Provider names by AAGUID, from the list of passkeydeveloper. */
const providers: Readonly<Record<string, string>> = {
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  '771b48fd-d3d4-4f74-9232-fc157ab0507a': 'Edge on Mac',
  'd3452668-01fd-4c12-926c-83a4204853aa': 'Microsoft Password Manager',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Apple Passwords',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'Apple Passwords',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  '0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6': 'Keeper',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
  'b78a0a55-6ef8-d246-a042-ba0f6d55050c': 'LastPass',
  'b84e4048-15dc-4dd0-8640-f4f60813c8af': 'NordPass',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
};

/** Named after the provider or else the device, with a number if the name is taken. */
function defaultName(
  { aaguid, userAgent }: { aaguid: string; userAgent: string | undefined },
  taken: readonly string[],
): string {
  const name = (own(providers, aaguid) ?? deviceOf(userAgent) ?? 'Passkey').slice(0, PASSKEY_NAME_MAX - 3);
  if (!taken.includes(name)) return name;
  let number = 2;
  while (taken.includes(`${name} ${number}`)) number += 1;
  return `${name} ${number}`;
}
