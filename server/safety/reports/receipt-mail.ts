import { brandIdentity } from '#contract/brand.ts';
import { type Locale, localePath } from '#contract/locales.ts';
import { fill } from '#server/content/content.ts';
import { mailTexts } from '#server/content/mails.ts';
import { mailHtml } from '#server/gateways/mail/mail-html.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Mail } from '#server/ports/mail.ts';

/** Does not name the performer: others may read the mail. */
export function receiptMail(
  deps: Pick<Deps, 'config' | 'newId'>,
  { to, lang, number }: { to: string; lang: Locale; number: string },
): Mail {
  const house = brandIdentity.name;
  const { subject, lead, button, rest } = mailTexts.in(lang).reportReceived;
  const values = { house, number };
  const words = {
    subject: fill(subject, values),
    lead: fill(lead, values),
    button: fill(button, values),
    rest: fill(rest, values),
  };
  const link = deps.config.publicUrl.replace(/\/$/, '') + localePath(lang, '/');
  return {
    id: deps.newId(),
    to,
    subject: words.subject,
    text: `${words.lead}\n\n${words.rest}\n\n${link}\n\n${house}\n`,
    html: mailHtml({ ...words, link, house, lang }),
  };
}
