import type { OutputOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { routes } from '#contract/site/routes.ts';
import {
  hasFactor,
  type readFactor as readFactorCall,
  type renewRecoveryCodes as renewRecoveryCodesCall,
} from '#contract/studio/account/factor-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { AuditedAct } from '#server/events.ts';
import { type Caller, requirePerformer, requireStarted } from '#server/identity/caller.ts';
import {
  eraseApp,
  factorsOf,
  noteRemoved,
  provedUntil,
  requireRecentFactor,
  storeFactor,
} from '#server/identity/factor/factors.ts';
import { storeRecoveryCodes } from '#server/identity/factor/recovery-codes.ts';
import { type MailName, noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { performerAccount } from '#server/performers/account/store-account.ts';
import { holdPerformer } from '#server/performers/reads.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function readFactor(deps: Deps, caller: Caller): Promise<OutputOf<typeof readFactorCall>> {
  requireFeature(deps, 'studio');
  const { performerId, sessionId } = requireStarted(caller);
  const { app, passkeys, recoveryCodes } = await factorsOf(deps, performerId);
  return {
    app: app?.toISOString() ?? null,
    passkeys,
    recoveryCodes,
    isRequired: deps.config.secondFactor === 'required',
    provedUntil: (await provedUntil(deps, sessionId))?.toISOString() ?? null,
  };
}

export async function declineFactor(deps: Deps, caller: Caller): Promise<true> {
  requireFeature(deps, 'studio');
  const { performerId } = requireStarted(caller);
  await storeFactor(deps.db, performerId, { offeredAt: deps.now() });
  return true;
}

export async function removeAuthenticator(deps: Deps, caller: Caller): Promise<true> {
  requireFeature(deps, 'studio');
  const performer = requirePerformer(caller);
  const { performerId } = performer;
  await deps.db.transaction(async (tx) => {
    const inTx = { ...deps, db: tx };
    await holdPerformer(tx, performerId, 'no key update');
    await requireRecentFactor(inTx, performer);
    if (!(await eraseApp(tx, performerId))) return;
    await noteRemoved(inTx, performerId);
    const change = { performerId, act: 'performer.authenticator-removed', mail: 'studioAppRemoved' } as const;
    await noteFactorChange(deps, tx, caller, change);
  });
  return true;
}

export async function renewRecoveryCodes(
  deps: Deps,
  caller: Caller,
): Promise<OutputOf<typeof renewRecoveryCodesCall>> {
  requireFeature(deps, 'studio');
  const performer = requirePerformer(caller);
  const { performerId } = performer;
  return deps.db.transaction(async (tx) => {
    const inTx = { ...deps, db: tx };
    await holdPerformer(tx, performerId, 'no key update');
    await requireRecentFactor(inTx, performer);
    if (!hasFactor(await factorsOf(inTx, performerId))) throw new AppError('badRequest.notFound');
    const recoveryCodes = await storeRecoveryCodes(tx, { performerId, at: deps.now() });
    const change = { performerId, act: 'performer.recovery-codes-made', mail: null } as const;
    await noteFactorChange(deps, tx, caller, change);
    return { recoveryCodes };
  });
}

interface FactorChange {
  readonly performerId: number;
  readonly act: AuditedAct;
  /** Null if she is not told by mail. */
  readonly mail: Extract<MailName, 'studioAppSet' | 'studioAppRemoved' | 'studioRecoveryUsed'> | null;
}

/** Writes the audit row, queues the mail and records the event. */
export async function noteFactorChange(
  deps: Deps,
  tx: Tx,
  caller: Caller,
  { performerId, act, mail }: FactorChange,
): Promise<void> {
  const at = deps.now();
  await recordAct(tx, caller, { act, subject: `performer:${performerId}`, at });
  tx.afterCommit(() => deps.events.record(act, { performer: performerId }));
  const account = mail && (await performerAccount(tx, performerId));
  if (!account) return;
  const { email: to, language: lang } = account;
  const head = { to, lang, affiliate: noAffiliate, path: routes.studioAccount };
  await addWork(tx, mailWork, { payload: writeMail(deps, mail, head, {}), runAt: at });
}
