import { eq } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { addPasskey as call } from '#contract/member/passkey-calls.ts';
import { PASSKEYS_MAX } from '#contract/member/passkeys.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { relyingPartyOf } from '#server/config/relying-party.ts';
import { type Caller, type MemberCaller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../tables.ts';
import { redeemChallenge } from './challenges.ts';
import { defaultName } from './default-name.ts';
import { announceChange, noteChange } from './note-change.ts';
import { passkeysOf, shownPasskey } from './reads.ts';
import { passkeys } from './tables.ts';
import { verifyNewPasskey } from './verify.ts';

/** Completes beginPasskey in the same login. */
export async function addPasskey(
  deps: Deps,
  caller: Caller,
  { credential, name }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'passkeys');
  const member = requireMember(caller);
  const purpose = { for: 'add', sessionId: member.sessionId } as const;
  const used = await redeemChallenge(deps, purpose, credential.response.clientDataJSON);
  const party = relyingPartyOf(deps.config);
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
  return store(deps, member, row);
}

type NewPasskey = Omit<typeof passkeys.$inferInsert, 'id' | 'memberId' | 'name' | 'createdAt'> & {
  readonly nameFor: (taken: readonly string[]) => string;
};

async function store(deps: Deps, member: MemberCaller, { nameFor, ...made }: NewPasskey) {
  const { memberId } = member;
  const { stored, change } = await deps.db.transaction(async (tx) => {
    // Serializes additions, so that their number is exact.
    await tx.select({ id: members.id }).from(members).where(eq(members.id, memberId)).for('update');
    const own = await passkeysOf(tx, memberId);
    if (own.length >= PASSKEYS_MAX) throw new AppError('badRequest.passkey.full');
    const name = nameFor(own.map((one) => one.name));
    const [stored] = await tx
      .insert(passkeys)
      .values({ ...made, id: deps.newId(), memberId, name, createdAt: deps.now() })
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning();
    if (!stored) throw new AppError('badRequest.passkey.exists');
    const change = { kind: 'passkeyAdded', memberId, passkey: stored } as const;
    await noteChange(deps, tx, member, change);
    return { stored, change };
  });
  announceChange(deps, change);
  return shownPasskey(stored);
}
