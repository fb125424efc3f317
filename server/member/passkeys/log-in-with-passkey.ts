import { and, eq, isNull } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { logInWithPasskey as call } from '#contract/member/passkey-calls.ts';
import { isCopied } from '#contract/member/passkeys.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { relyingPartyOf } from '#server/config/relying-party.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { openLogin } from '../account/open-login.ts';
import { members } from '../tables.ts';
import { redeemChallenge } from './challenges.ts';
import { announceChange, noteChange } from './note-change.ts';
import { passkeys } from './tables.ts';
import { verifyLogin } from './verify.ts';

/** An unknown passkey and one of a deleted account get the same response. */
export async function logInWithPasskey(
  deps: Deps,
  caller: Caller,
  { credential }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'passkeys');
  const { challenge } = await redeemChallenge(deps, { for: 'log-in' }, credential.response.clientDataJSON);
  const found = await findPasskey(deps.db, credential.id);
  if (!found) throw refusal(deps, 'badRequest.passkey.notExists');
  const party = relyingPartyOf(deps.config);
  const used = await verifyLogin(credential, found, { challenge, party }).catch(() => {
    throw refusal(deps, 'badRequest.passkey.invalid');
  });
  const { login, copied } = await deps.db.transaction(async (tx) => {
    const row = await findPasskey(tx, credential.id, true);
    if (!row) throw refusal(deps, 'badRequest.passkey.notExists');
    if (isCopied(row.counter, used.newCounter))
      return { login: null, copied: await noteCopy(deps, tx, caller, row) };
    const isSynced = used.credentialDeviceType === 'multiDevice';
    await tx
      .update(passkeys)
      .set({ counter: used.newCounter, lastUsedAt: deps.now(), isSynced })
      .where(eq(passkeys.id, row.id));
    return {
      login: await openLogin({ ...deps, db: tx }, caller, row.memberId, { passkey: true }),
      copied: null,
    };
  });
  if (copied) announceChange(deps, copied);
  if (!login) throw refusal(deps, 'badRequest.passkey.copied');
  login.announce();
  return { token: login.token };
}

function refusal(
  { events }: Deps,
  label: 'badRequest.passkey.notExists' | 'badRequest.passkey.invalid' | 'badRequest.passkey.copied',
): AppError {
  events.record('member.login-refused', { known: label !== 'badRequest.passkey.notExists', passkey: true });
  return new AppError(label);
}

async function findPasskey(db: Pick<Tx, 'select'>, credentialId: string, isLocked = false) {
  const query = db
    .select({ passkey: passkeys })
    .from(passkeys)
    .innerJoin(members, and(eq(members.id, passkeys.memberId), isNull(members.deletedAt)))
    .where(eq(passkeys.credentialId, credentialId));
  const [row] = await (isLocked ? query.for('update', { of: passkeys }) : query);
  return row?.passkey;
}

/** ms within which the member is told at most once. */
const MAIL_EVERY_MS = 24 * 3_600_000;

async function noteCopy(deps: Deps, tx: Tx, caller: Caller, row: typeof passkeys.$inferSelect) {
  const at = deps.now();
  const isTold = !row.copiedAt || at.getTime() - row.copiedAt.getTime() >= MAIL_EVERY_MS;
  const change = { kind: 'passkeyCopied', memberId: row.memberId, passkey: row, isTold } as const;
  if (isTold) await tx.update(passkeys).set({ copiedAt: at }).where(eq(passkeys.id, row.id));
  await noteChange(deps, tx, caller, change);
  return change;
}
