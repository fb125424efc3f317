import type { Locale } from '#contract/locales.ts';
import { routes } from '#contract/site/routes.ts';
import { withQuery } from '#contract/site/site-path.ts';
import { STUDIO_LINK_HOURS } from '#contract/studio/account-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import { noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { issueLink } from '#server/performers/account/links.ts';
import { storeAccount } from '#server/performers/account/store-account.ts';
import type { Deps } from '#server/ports/deps.ts';

export interface LinkTo {
  readonly performerId: number;
  readonly username: string;
  /** Both are stored, for later mails. */
  readonly email: string;
  readonly language: Locale;
}

/**
 * Mails a performer a one-time link to choose a password, in the given transaction (`deps.db`). Earlier links become
 * invalid. Throws `badRequest.performer.notExists` if she was removed.
 */
export async function sendStudioLink(
  deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>,
  caller: OperatorCaller,
  { performerId, username, email, language }: LinkTo,
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
    await recordAct(tx, caller, { act: 'performer.link-sent', subject: `performer:${performerId}`, at });
  });
}
