import type { Locale } from '#contract/locales.ts';
import { routes } from '#contract/routes.ts';
import type { PerformerPage } from '#contract/wallet/return-page.ts';
import { mailWork } from '#server/outbox/mail-work.ts';
import { addWork } from '#server/outbox/work.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { issueLink } from './links.ts';
import { writeMail } from './mail-templates.ts';

interface Activation {
  memberId: number;
  email: string;
  lang: Locale;
  /** Where the link leads back to. */
  from: PerformerPage | undefined;
}

/** Leaves the mail in the outbox with the caller's transaction. */
export async function sendActivation(
  deps: Deps,
  tx: Tx,
  { memberId, email, lang, from }: Activation,
): Promise<void> {
  const now = deps.now();
  const key = await issueLink(tx, { kind: 'activate', memberId, email, now });
  const path = `${routes.activate}?${new URLSearchParams({ key, ...from })}`;
  const mail = writeMail(deps, 'activation', { to: email, lang, path });
  await addWork(tx, mailWork, { payload: mail, runAt: now });
}
