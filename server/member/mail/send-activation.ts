import type { Locale } from '#contract/locales.ts';
import { routes } from '#contract/site/routes.ts';
import { isPlainHome, withAffiliate } from '#contract/site/site-page.ts';
import { withQuery } from '#contract/site/site-path.ts';
import { affiliateOf } from '#contract/tracking/affiliate.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { issueLink } from './links.ts';
import { writeMail } from './mail-templates.ts';
import { affiliateIn, registeredFrom } from './member-address.ts';

interface Activation {
  memberId: number;
  email: string;
  lang: Locale;
  /** Of the registration: its page, to which the link leads back, and the affiliate. */
  meta: Readonly<Record<string, string>>;
  /** Only finds out whether mails arrive: the member has verified the address before. */
  isCheck?: boolean;
}

/** The page to continue with, unless it is home, and the visitor's affiliate. */
function wayBack(meta: Readonly<Record<string, string>>): Record<string, string> {
  const from = registeredFrom(meta);
  if (from === undefined) return {};
  const page = withAffiliate(from, affiliateIn(meta));
  const affiliate = affiliateOf(new URL(page, 'http://site.internal').searchParams);
  return isPlainHome(page) ? affiliate : { next: page, ...affiliate };
}

/** Queues the mail in the caller's transaction. */
export async function sendActivation(
  deps: Deps,
  tx: Tx,
  { memberId, email, lang, meta, isCheck = false }: Activation,
): Promise<void> {
  const now = deps.now();
  const key = await issueLink(tx, { kind: 'activate', memberId, email, now });
  const path = withQuery(routes.activate, { key, ...wayBack(meta) });
  const mail = writeMail(deps, isCheck ? 'addressCheck' : 'activation', {
    to: email,
    lang,
    affiliate: affiliateIn(meta),
    path,
  });
  await addWork(tx, mailWork, { payload: mail, runAt: now });
}
