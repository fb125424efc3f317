import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Locale } from '#contract/locales.ts';
import { routes } from '#contract/site/routes.ts';
import { withQuery } from '#contract/site/site-path.ts';
import {
  type checkStudioLink as checkStudioLinkCall,
  type redeemStudioLink as redeemStudioLinkCall,
  STUDIO_LINK_HOURS,
} from '#contract/studio/account/account-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { Caller, OperatorCaller } from '#server/identity/caller.ts';
import { eraseFactorsSince, offersFactor } from '#server/identity/factor/factors.ts';
import { endSessions } from '#server/identity/sessions.ts';
import { requireNewPassword } from '#server/member/account/account-password.ts';
import { noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { issueLink, readLink, useLink } from '#server/performers/account/links.ts';
import { storeAccount, storePassword } from '#server/performers/account/store-account.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { notePassword } from './studio-account.ts';
import { openStudioLogin } from './studio-login.ts';

export interface LinkTo {
  readonly performerId: number;
  readonly username: string;
  /** Both are stored, for later mails. */
  readonly email: string;
  readonly language: Locale;
  /** She has lost her second factors: they are removed, so that the password alone logs her in. */
  readonly forgetsFactors?: boolean;
}

/**
 * Mails a performer a one-time link to choose a password, in the given transaction (`deps.db`). Earlier links become
 * invalid. Throws `badRequest.performer.notExists` if she was removed.
 */
export async function sendStudioLink(
  deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>,
  caller: OperatorCaller,
  { performerId, username, email, language, forgetsFactors = false }: LinkTo,
): Promise<void> {
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    const token = await issueLink(tx, { performerId, at });
    await storeAccount(tx, { performerId, email, language, at });
    const path = withQuery(routes.studioLink, { key: token });
    const mail = writeMail(
      deps,
      'studioLink',
      { to: email, lang: language, affiliate: noAffiliate, path },
      { name: username, hours: String(STUDIO_LINK_HOURS) },
    );
    await addWork(tx, mailWork, { payload: mail, runAt: at });
    const subject = `performer:${performerId}`;
    await recordAct(tx, caller, { act: 'performer.link-sent', subject, at });
    if (!forgetsFactors) return;
    await eraseFactorsSince(tx, performerId, new Date(0));
    await recordAct(tx, caller, { act: 'performer.authenticator-removed', subject, at });
  });
}

export async function checkStudioLink(
  deps: Deps,
  _caller: Caller,
  { key }: ParsedInput<typeof checkStudioLinkCall>,
): Promise<OutputOf<typeof checkStudioLinkCall>> {
  requireFeature(deps, 'studio');
  const { performerId } = await readLink(deps.db, { token: key, at: deps.now() });
  const performer = await performersFor(deps, inHouse).byId(performerId);
  if (!performer || performer.removedAt) throw new AppError('badRequest.link.expired');
  return { username: performer.username };
}

/** Sets the password, ends every earlier session and opens one, in one transaction. Her encoder's key stays valid. */
export async function redeemStudioLink(
  deps: Deps,
  caller: Caller,
  { key, newPassword }: ParsedInput<typeof redeemStudioLinkCall>,
): Promise<OutputOf<typeof redeemStudioLinkCall>> {
  requireFeature(deps, 'studio');
  requireNewPassword(deps, newPassword, 'newPassword');
  // A stranger's guess must not cost a hash.
  await readLink(deps.db, { token: key, at: deps.now() });
  const passwordHash = await deps.passwords.hash(newPassword);
  return deps.db.transaction(async (tx) => {
    const at = deps.now();
    const { performerId } = await useLink(tx, { token: key, at });
    const isFirst = !(await performersFor({ db: tx }, inHouse).byId(performerId))?.passwordHash;
    if (!(await storePassword(tx, performerId, { passwordHash })))
      throw new AppError('badRequest.link.expired');
    const inTx = { ...deps, db: tx };
    const { length: ended } = await endSessions(inTx, { performerId }, 'password');
    const { token } = await openStudioLogin(inTx, caller, performerId);
    await notePassword(deps, tx, caller, { performerId, isFirst });
    const changed = { performer: performerId, ended, link: true };
    tx.afterCommit(() => deps.events.record('performer.password-changed', changed));
    return { token, offersFactor: await offersFactor(inTx, performerId) };
  });
}
