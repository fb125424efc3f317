import { type Locale, localePath } from '#contract/locales.ts';
import { mailHtml } from '#server/gateways/mail/mail-html.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Mail } from '#server/ports/mail.ts';

const texts = (house: string, number: string) => ({
  nl: {
    subject: `Je melding ${number} bij ${house}`,
    lead: `We hebben je melding ontvangen. Het nummer is ${number}.`,
    button: `Naar ${house}`,
    rest: 'Een medewerker bekijkt de melding. Antwoord op deze mail als je er iets aan wilt toevoegen, en noem het nummer.',
  },
  en: {
    subject: `Your report ${number} at ${house}`,
    lead: `We have received your report. Its number is ${number}.`,
    button: `Go to ${house}`,
    rest: 'A member of our staff will look at the report. Reply to this mail if you want to add something, and name the number.',
  },
});

/** Names nobody: a mail may be read by others. */
export function receiptMail(
  deps: Pick<Deps, 'config' | 'newId'>,
  { to, lang, number }: { to: string; lang: Locale; number: string },
): Mail {
  const house = deps.config.mailFrom.replace(/\s*<.*$/, '') || 'Vonk';
  const words = texts(house, number)[lang];
  const link = deps.config.publicUrl.replace(/\/$/, '') + localePath(lang, '/');
  return {
    id: deps.newId(),
    to,
    subject: words.subject,
    text: `${words.lead}\n\n${words.rest}\n\n${link}\n\n${house}\n`,
    html: mailHtml({ ...words, link, house, lang }),
  };
}
