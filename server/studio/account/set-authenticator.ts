import { z } from 'zod';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import {
  type beginAuthenticator as beginAuthenticatorCall,
  OFFER_MINUTES,
  type setAuthenticator as setAuthenticatorCall,
} from '#contract/studio/account/factor-calls.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { type Caller, type PerformerCaller, requireStarted } from '#server/identity/caller.ts';
import { authenticatorOf, newKey, periodOf, sealKey } from '#server/identity/factor/authenticator.ts';
import { noteFactor, requireRecentFactor, storeFactor } from '#server/identity/factor/factors.ts';
import { storeRecoveryCodes } from '#server/identity/factor/recovery-codes.ts';
import { seal, unseal } from '#server/identity/seal.ts';
import { confirmOwner } from '#server/member/passkeys/owner.ts';
import { holdPerformer } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { noteFactorChange } from './factor.ts';

/** Carried by the page until the app is confirmed, so that opening the set-up stores nothing. */
const offerSchema = z.object({
  key: z.base64url(),
  /** Login that asked for it. */
  session: z.string(),
  /** ms. */
  until: z.number(),
});

/** The account's label in the app: as for passkeys, the same person may have a member's account too. */
export async function beginAuthenticator(
  deps: Deps,
  caller: Caller,
  { password }: ParsedInput<typeof beginAuthenticatorCall>,
): Promise<OutputOf<typeof beginAuthenticatorCall>> {
  requireFeature(deps, 'studio');
  const performer = requireStarted(caller);
  await requireRecentFactor(deps, performer);
  const account = await confirmOwner(deps, performer, password);
  if (!account) throw new AppError('badRequest.incorrectPassword');
  const key = newKey();
  const offer = {
    key: Buffer.from(key).toString('base64url'),
    session: performer.sessionId,
    until: deps.now().getTime() + OFFER_MINUTES * 60_000,
  };
  const sealed = seal(deps.config.secret, 'performer-code-offer', Buffer.from(JSON.stringify(offer)));
  return {
    offer: Buffer.from(sealed).toString('base64url'),
    authenticator: authenticatorOf(key, { area: 'studio', label: account.displayName }).authenticator,
  };
}

/** Throws `badRequest.link.expired` for an offer that is too old, of another login or made up. */
function keyIn(
  deps: Pick<Deps, 'config' | 'now'>,
  { sessionId }: PerformerCaller,
  offer: string,
): Uint8Array {
  const bytes = unseal(deps.config.secret, 'performer-code-offer', Buffer.from(offer, 'base64url'));
  const read = bytes && offerSchema.safeParse(JSON.parse(Buffer.from(bytes).toString()));
  if (!read?.success || read.data.session !== sessionId || read.data.until <= deps.now().getTime())
    throw new AppError('badRequest.link.expired');
  return Buffer.from(read.data.key, 'base64url');
}

/** Replaces an earlier app and its recovery codes. The first code proves the factor in this login. */
export async function setAuthenticator(
  deps: Deps,
  caller: Caller,
  { offer, code }: ParsedInput<typeof setAuthenticatorCall>,
): Promise<OutputOf<typeof setAuthenticatorCall>> {
  requireFeature(deps, 'studio');
  const performer = requireStarted(caller);
  const { performerId, sessionId } = performer;
  await requireRecentFactor(deps, performer);
  const key = keyIn(deps, performer, offer);
  await deps.limits.take('login-account', `factor ${performerId}`);
  const codePeriod = periodOf(key, code, { now: deps.wallClock(), after: null });
  if (codePeriod === null) throw new AppError('badRequest.code.invalid', { fields: ['code'] });
  return deps.db.transaction(async (tx) => {
    const at = deps.now();
    if (!(await holdPerformer(tx, performerId, 'no key update')))
      throw new AppError('badRequest.unauthorized');
    // Another login may have added a factor since this one began.
    await requireRecentFactor({ ...deps, db: tx }, performer);
    const codeKey = sealKey(deps, 'performer-code-key', key);
    await storeFactor(tx, performerId, { codeKey, codePeriod, codeSince: at });
    const recoveryCodes = await storeRecoveryCodes(tx, { performerId, at });
    await noteFactor(tx, { sessionId, at });
    const change = { performerId, act: 'performer.authenticator-set', mail: 'studioAppSet' } as const;
    await noteFactorChange(deps, tx, caller, change);
    return { recoveryCodes };
  });
}
