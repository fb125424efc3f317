import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { CHALLENGE_SECONDS, requestOptionsSchema } from '#contract/member/passkey-calls.ts';
import {
  type beginFactorProof as beginFactorProofCall,
  FACTOR_MINUTES,
  type proveFactor as proveFactorCall,
  type proveFactorWithPasskey as proveFactorWithPasskeyCall,
} from '#contract/studio/account/factor-calls.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { relyingPartyOf } from '#server/config/config.ts';
import { type Caller, type PerformerCaller, requireStarted } from '#server/identity/caller.ts';
import { periodOf, unsealKey } from '#server/identity/factor/authenticator.ts';
import { holdFactor, noteFactor, redeemPeriod } from '#server/identity/factor/factors.ts';
import { redeemRecoveryCode } from '#server/identity/factor/recovery-codes.ts';
import { issueChallenge } from '#server/member/passkeys/challenges.ts';
import { redeemPasskey } from '#server/member/passkeys/redeem-passkey.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { noteFactorChange } from './factor.ts';

/** Ten attempts in ten minutes, whoever makes them, in whatever login: a code has six digits. */
export async function proveFactor(
  deps: Deps,
  caller: Caller,
  { code }: ParsedInput<typeof proveFactorCall>,
): Promise<OutputOf<typeof proveFactorCall>> {
  requireFeature(deps, 'studio');
  const performer = requireStarted(caller);
  const { performerId } = performer;
  await deps.limits.take('login-account', `factor ${performerId}`);
  const proved = await deps.db.transaction(async (tx) => {
    const isRight = await takeCode(deps, tx, performer, code);
    return isRight ? noteProof(deps, tx, performer) : null;
  });
  if (!proved) throw refusal(deps, performerId);
  await deps.limits.clear('login-account', `factor ${performerId}`);
  return proved;
}

function refusal({ events }: Pick<Deps, 'events'>, performerId: number): AppError {
  events.record('performer.factor-refused', { performer: performerId });
  return new AppError('badRequest.code.invalid', { fields: ['code'] });
}

/** Uses up a code of the app or a recovery code; false if it is wrong. */
async function takeCode(deps: Deps, tx: Tx, caller: PerformerCaller, code: string): Promise<boolean> {
  const { performerId } = caller;
  if (!/^\d+$/.test(code)) {
    if (!(await redeemRecoveryCode(tx, { performerId, code, at: deps.now() }))) return false;
    const change = { performerId, act: 'performer.recovery-code-used', mail: 'studioRecoveryUsed' } as const;
    await noteFactorChange(deps, tx, caller, change);
    return true;
  }
  const row = await holdFactor(tx, performerId);
  if (!row?.codeKey) return false;
  const key = unsealKey(deps, 'performer-code-key', row.codeKey);
  const codePeriod = periodOf(key, code, { now: deps.wallClock(), after: row.codePeriod });
  if (codePeriod === null) return false;
  await redeemPeriod(tx, performerId, codePeriod);
  return true;
}

async function noteProof(
  deps: Pick<Deps, 'now' | 'events'>,
  tx: Tx,
  { performerId, sessionId }: PerformerCaller,
): Promise<{ provedUntil: string }> {
  const at = deps.now();
  await noteFactor(tx, { sessionId, at });
  tx.afterCommit(() => deps.events.record('performer.factor-proved', { performer: performerId }));
  return { provedUntil: new Date(at.getTime() + FACTOR_MINUTES * 60_000).toISOString() };
}

/** Names no passkey: the browser offers those of the site, and the answer must be one of hers. */
export async function beginFactorProof(
  deps: Deps,
  caller: Caller,
): Promise<OutputOf<typeof beginFactorProofCall>> {
  requireFeature(deps, 'studio');
  requireFeature(deps, 'passkeys');
  const { sessionId } = requireStarted(caller);
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(deps.config, 'performer').id,
    challenge: await issueChallenge(deps, { for: 'prove', sessionId }),
    timeout: CHALLENGE_SECONDS * 1000,
    userVerification: 'required',
  });
  return { options: requestOptionsSchema.parse(options) };
}

export async function proveFactorWithPasskey(
  deps: Deps,
  caller: Caller,
  { credential }: ParsedInput<typeof proveFactorWithPasskeyCall>,
): Promise<OutputOf<typeof proveFactorWithPasskeyCall>> {
  requireFeature(deps, 'studio');
  const performer = requireStarted(caller);
  return redeemPasskey(deps, caller, {
    credential,
    kind: 'performer',
    provesIn: performer.sessionId,
    async open(inTx, { performerId }) {
      if (performerId !== performer.performerId) throw new AppError('badRequest.passkey.invalid');
      return noteProof(deps, inTx.db, performer);
    },
  });
}
