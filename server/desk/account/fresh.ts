import { generateAuthenticationOptions } from '@simplewebauthn/server';
import { eq } from 'drizzle-orm';
import {
  type beginDeskConfirm as beginDeskConfirmCall,
  type confirmDesk as confirmDeskCall,
  type confirmDeskWithPasskey as confirmDeskWithPasskeyCall,
  DESK_FRESH_MINUTES,
} from '#contract/desk/account/confirm-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { CHALLENGE_SECONDS, requestOptionsSchema } from '#contract/member/passkey-calls.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { relyingPartyOf } from '#server/config/config.ts';
import { type Caller, type DeskCaller, requireLogin, requireOperator } from '#server/identity/caller.ts';
import { noteFactor } from '#server/identity/factor/factors.ts';
import { setLock } from '#server/identity/sessions.ts';
import { sessions } from '#server/identity/tables.ts';
import { issueChallenge } from '#server/member/passkeys/challenges.ts';
import { redeemPasskey } from '#server/member/passkeys/redeem-passkey.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { takeCode, wrongClock } from './desk-login.ts';

const FRESH_MS = DESK_FRESH_MINUTES * 60_000;

/**
 * The one door before acts of value and before records. Throws `badRequest.desk.confirm` unless this login has given a
 * passkey or code within DESK_FRESH_MINUTES. The shell passes: its person is known to the machine.
 */
export async function requireFresh(deps: Pick<Deps, 'db' | 'now'>, caller: Caller): Promise<void> {
  const { login } = requireOperator(caller);
  if (login === null) return;
  const [row] = await deps.db
    .select({ at: sessions.factorAt })
    .from(sessions)
    .where(eq(sessions.id, login.sessionId));
  const isFresh =
    row?.at !== null && row?.at !== undefined && deps.now().getTime() - row.at.getTime() < FRESH_MS;
  if (!isFresh) throw new AppError('badRequest.desk.confirm');
}

/** Ten attempts in ten minutes, in whatever login: a code has six digits. */
export async function confirmDesk(
  deps: Deps,
  caller: Caller,
  { code }: ParsedInput<typeof confirmDeskCall>,
): Promise<OutputOf<typeof confirmDeskCall>> {
  const desk = requireLogin(caller);
  const { operatorId } = desk.login;
  await deps.limits.take('login-account', `confirm ${operatorId}`);
  const { until, clockMinutes } = await deps.db.transaction(async (tx) => {
    const taken = await takeCode(deps, tx, { operatorId, code });
    const confirmed = taken.operator ? await noteConfirmed(deps, tx, desk) : { until: null };
    return { ...taken, ...confirmed };
  });
  if (until === null) throw refusal(deps, operatorId, clockMinutes);
  await deps.limits.clear('login-account', `confirm ${operatorId}`);
  return { until };
}

function refusal(
  { events }: Pick<Deps, 'events'>,
  operatorId: number,
  clockMinutes: number | undefined,
): AppError {
  events.record('operator.confirm-refused', { operator: operatorId });
  if (clockMinutes !== undefined) return wrongClock(clockMinutes);
  return new AppError('badRequest.code.invalid', { fields: ['code'] });
}

async function noteConfirmed(
  deps: Pick<Deps, 'now' | 'events'>,
  tx: Tx,
  { login: { operatorId, sessionId } }: DeskCaller,
): Promise<{ until: string }> {
  const at = deps.now();
  await noteFactor(tx, { sessionId, at });
  await setLock(tx, sessionId, { lockedAt: null, at });
  tx.afterCommit(() => deps.events.record('operator.confirmed', { operator: operatorId }));
  return { until: new Date(at.getTime() + FRESH_MS).toISOString() };
}

/** Names no passkey: the browser offers those of the desk, and the answer must be one of this operator. */
export async function beginDeskConfirm(
  deps: Deps,
  caller: Caller,
): Promise<OutputOf<typeof beginDeskConfirmCall>> {
  requireFeature(deps, 'passkeys');
  const { sessionId } = requireLogin(caller).login;
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(deps.config, 'operator').id,
    challenge: await issueChallenge(deps, { for: 'prove', sessionId }),
    timeout: CHALLENGE_SECONDS * 1000,
    userVerification: 'required',
  });
  return { options: requestOptionsSchema.parse(options) };
}

export async function confirmDeskWithPasskey(
  deps: Deps,
  caller: Caller,
  { credential }: ParsedInput<typeof confirmDeskWithPasskeyCall>,
): Promise<OutputOf<typeof confirmDeskWithPasskeyCall>> {
  const desk = requireLogin(caller);
  return redeemPasskey(deps, caller, {
    credential,
    kind: 'operator',
    provesIn: desk.login.sessionId,
    async open(inTx, { operatorId }) {
      if (operatorId !== desk.login.operatorId) throw new AppError('badRequest.passkey.invalid');
      return noteConfirmed(deps, inTx.db, desk);
    },
  });
}
