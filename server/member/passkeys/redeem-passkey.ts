import { and, eq, isNull } from 'drizzle-orm';
import { AppError, labelOf } from '#contract/errors.ts';
import { isCopied, type LoginResponse } from '#contract/member/passkey-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { relyingPartyOf } from '#server/config/config.ts';
import type { Caller } from '#server/identity/caller.ts';
import { operatorById } from '#server/identity/operators/reads.ts';
import { ownerOf } from '#server/identity/passkeys/passkeys.ts';
import type { SessionOwner } from '#server/identity/sessions.ts';
import { passkeys } from '#server/identity/tables.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps, InTx } from '#server/ports/deps.ts';
import { members } from '../tables.ts';
import { redeemChallenge } from './challenges.ts';
import { noteChange } from './note-change.ts';
import { verifyLogin } from './verify.ts';

type Kind = SessionOwner['kind'];

interface Use<OfKind extends Kind, Login> {
  readonly credential: LoginResponse;
  /** Whose passkeys are accepted. */
  readonly kind: OfKind;
  /** Login in which the passkey proves the second factor; undefined if it logs in. */
  readonly provesIn?: string;
  /** Opens the session in the transaction that stores the use. */
  readonly open: (inTx: InTx, owner: Extract<SessionOwner, { kind: OfKind }>) => Promise<Login>;
}

type Refusal = 'badRequest.passkey.notExists' | 'badRequest.passkey.invalid' | 'badRequest.passkey.copied';
const refusals: ReadonlySet<string> = new Set<Refusal>([
  'badRequest.passkey.notExists',
  'badRequest.passkey.invalid',
  'badRequest.passkey.copied',
]);

/**
 * Logs in with a passkey. An unknown one and one of a deleted account get the same response; one of the other kind of
 * account is refused as invalid, because a browser forgets an unknown one.
 */
export async function redeemPasskey<OfKind extends Kind, Login>(
  deps: Deps,
  caller: Caller,
  use: Use<OfKind, Login>,
): Promise<Login> {
  requireFeature(deps, 'passkeys');
  try {
    return await redeem(deps, caller, use);
  } catch (error) {
    const label = labelOf(error);
    if (refusals.has(label)) {
      const { kind, credential } = use;
      await noteRefusal(deps, caller, { kind, label, credentialId: credential.id });
    }
    throw error;
  }
}

interface Refused {
  readonly kind: Kind;
  readonly label: string;
  readonly credentialId: string;
}

/** Outside the transaction that was undone. At the desk a refused passkey is a row of the log, too. */
async function noteRefusal(
  { db, now, events }: Deps,
  caller: Caller,
  { kind, label, credentialId }: Refused,
): Promise<void> {
  if (kind === 'operator') {
    const operatorId = (await findPasskey(db, credentialId))?.operatorId ?? null;
    const name = operatorId === null ? undefined : (await operatorById(db, operatorId))?.name;
    const subject = name === undefined ? {} : { subject: `operator:${name}` };
    const details = { passkey: true, password: false };
    await recordAct(db, caller, { act: 'operator.login-refused', ...subject, details, at: now() });
  }
  const known = label !== 'badRequest.passkey.notExists';
  events.record(`${kind}.login-refused`, { known, passkey: true });
}

async function redeem<OfKind extends Kind, Login>(
  deps: Deps,
  caller: Caller,
  { credential, kind, provesIn, open }: Use<OfKind, Login>,
): Promise<Login> {
  const purpose =
    provesIn === undefined ? ({ for: 'log-in' } as const) : ({ for: 'prove', sessionId: provesIn } as const);
  const { challenge } = await redeemChallenge(deps, purpose, credential.response.clientDataJSON);
  const refusal = (label: Refusal) => new AppError(label);
  const found = await findPasskey(deps.db, credential.id);
  if (!found) throw refusal('badRequest.passkey.notExists');
  const party = relyingPartyOf(deps.config, kind);
  const used = await verifyLogin(credential, found, { challenge, party }).catch(() => {
    throw refusal('badRequest.passkey.invalid');
  });
  const login = await deps.db.transaction(async (tx) => {
    const row = await findPasskey(tx, credential.id, true);
    if (!row) throw refusal('badRequest.passkey.notExists');
    const owner = ownerOf(row);
    if (!isOfKind(owner, kind)) throw refusal('badRequest.passkey.invalid');
    if (isCopied(row.counter, used.newCounter)) {
      await noteCopy(deps, tx, caller, row);
      return null;
    }
    const isSynced = used.credentialDeviceType === 'multiDevice';
    await tx
      .update(passkeys)
      .set({ counter: used.newCounter, lastUsedAt: deps.now(), isSynced })
      .where(eq(passkeys.id, row.id));
    return open({ ...deps, db: tx }, owner);
  });
  if (login === null) throw refusal('badRequest.passkey.copied');
  return login;
}

const isOfKind = <OfKind extends Kind>(
  owner: SessionOwner,
  kind: OfKind,
): owner is Extract<SessionOwner, { kind: OfKind }> => owner.kind === kind;

async function findPasskey(db: Pick<Tx, 'select'>, credentialId: string, isLocked = false) {
  const query = db
    .select({ passkey: passkeys })
    .from(passkeys)
    .leftJoin(members, eq(members.id, passkeys.memberId))
    .where(and(eq(passkeys.credentialId, credentialId), isNull(members.deletedAt)));
  const [row] = await (isLocked ? query.for('update', { of: passkeys }) : query);
  return row?.passkey;
}

/** ms within which the owner is told at most once. */
const MAIL_EVERY_MS = 24 * 3_600_000;

async function noteCopy(deps: Deps, tx: Tx, caller: Caller, row: typeof passkeys.$inferSelect) {
  const at = deps.now();
  const isTold = !row.copiedAt || at.getTime() - row.copiedAt.getTime() >= MAIL_EVERY_MS;
  if (isTold) await tx.update(passkeys).set({ copiedAt: at }).where(eq(passkeys.id, row.id));
  await noteChange(deps, tx, caller, { kind: 'passkeyCopied', owner: ownerOf(row), passkey: row, isTold });
}
