import { eq } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { type addPasskey as call, PASSKEYS_MAX } from '#contract/member/passkey-calls.ts';
import { relyingPartyOf } from '#server/config/relying-party.ts';
import type { Caller } from '#server/identity/caller.ts';
import { holdOperator } from '#server/identity/operators/reads.ts';
import { passkeysOf, shownPasskey } from '#server/identity/passkeys/reads.ts';
import { passkeys } from '#server/identity/passkeys/tables.ts';
import { columnsOf } from '#server/identity/sessions.ts';
import { holdPerformer } from '#server/performers/reads.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../tables.ts';
import { redeemChallenge } from './challenges.ts';
import { defaultName } from './default-name.ts';
import { noteChange } from './note-change.ts';
import { type PasskeyCaller, requirePasskeyOwner } from './owner.ts';
import { verifyNewPasskey } from './verify.ts';

/** Completes beginPasskey in the same login. */
export async function addPasskey(
  deps: Deps,
  caller: Caller,
  { credential, name }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const owner = requirePasskeyOwner(deps, caller);
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
    const own = await passkeysOf(tx, owner);
    if (own.length >= PASSKEYS_MAX) throw new AppError('badRequest.passkey.full');
    const name = nameFor(own.map((one) => one.name));
    const [stored] = await tx
      .insert(passkeys)
      .values({ ...made, ...columnsOf(owner), id: deps.newId(), name, createdAt: deps.now() })
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning();
    if (!stored) throw new AppError('badRequest.passkey.exists');
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
