import type { Locale } from '#contract/locales.ts';
import { prices } from '#contract/wallet/prices.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Mail } from '#server/ports/mail.ts';

interface MailTexts {
  subject: string;
  /** Above the button. */
  lead: string;
  button: string;
  /** Below it. */
  rest: string;
}

type MailTemplate = (house: string) => Record<Locale, MailTexts>;

const activation: MailTemplate = (house) => ({
  nl: {
    subject: `Bevestig je e-mailadres bij ${house}`,
    lead: `Welkom bij ${house}. Bevestig je e-mailadres en je krijgt ${prices.welcome} credits om mee te beginnen.`,
    button: 'E-mailadres bevestigen',
    rest: `De link werkt één keer en blijft zeven dagen geldig. Heb je je niet aangemeld bij ${house}? Dan hoef je niets te doen.`,
  },
  en: {
    subject: `Confirm your e-mail address at ${house}`,
    lead: `Welcome to ${house}. Confirm your e-mail address and get ${prices.welcome} credits to start with.`,
    button: 'Confirm e-mail address',
    rest: `The link works once and stays valid for seven days. Did you not sign up at ${house}? Then there is nothing to do.`,
  },
});

const reset: MailTemplate = (house) => ({
  nl: {
    subject: `Kies een nieuw wachtwoord voor ${house}`,
    lead: 'Iemand vroeg om een nieuw wachtwoord voor dit e-mailadres. Was jij dat? Kies het dan hier.',
    button: 'Nieuw wachtwoord kiezen',
    rest: 'De link werkt één keer en blijft een uur geldig. Was jij het niet? Dan blijft je wachtwoord zoals het is.',
  },
  en: {
    subject: `Choose a new password for ${house}`,
    lead: 'Someone asked for a new password for this e-mail address. Was it you? Then choose it here.',
    button: 'Choose a new password',
    rest: 'The link works once and stays valid for an hour. Was it not you? Then your password stays as it is.',
  },
});

const passwordChanged: MailTemplate = (house) => ({
  nl: {
    subject: `Je wachtwoord bij ${house} is gewijzigd`,
    lead: 'Je wachtwoord is zojuist gewijzigd en je bent op alle andere apparaten uitgelogd.',
    button: `Naar ${house}`,
    rest: 'Was jij dit niet? Kies dan meteen een nieuw wachtwoord via “Wachtwoord vergeten” bij het inloggen.',
  },
  en: {
    subject: `Your password at ${house} was changed`,
    lead: 'Your password was changed just now, and you were logged out on every other device.',
    button: `Go to ${house}`,
    rest: 'Was this not you? Then choose a new password right away through “Forgot password” where you log in.',
  },
});

const templates = { activation, reset, passwordChanged } as const;

export interface MailHead {
  to: string;
  lang: Locale;
  /** Path and query below the public address and its language. */
  path: string;
}

/** A letter of the house, both as text and as HTML, ready for the outbox. */
export function writeMail(
  deps: Pick<Deps, 'config' | 'newId'>,
  name: keyof typeof templates,
  head: MailHead,
): Mail {
  const house = deps.config.mailFrom.replace(/\s*<.*$/, '') || 'Vonk';
  const words = templates[name](house)[head.lang];
  const link = `${deps.config.publicUrl.replace(/\/$/, '')}${head.lang === 'nl' ? '' : `/${head.lang}`}${head.path}`;
  return {
    id: deps.newId(),
    to: head.to,
    subject: words.subject,
    text: `${words.lead}\n\n${link}\n\n${words.rest}\n\n${house}\n`,
    html: asHtml(words, { link, house, lang: head.lang }),
  };
}

const asText = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Inline styles only: mail readers know no other. */
function asHtml(
  words: MailTexts,
  { link, house, lang }: { link: string; house: string; lang: Locale },
): string {
  const paragraph = (text: string) => `<p style="margin:0 0 20px">${asText(text)}</p>`;
  return `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${asText(words.subject)}</title></head>
<body style="margin:0;padding:24px;background:#f6f4f2;color:#2a2028;font:16px/1.5 Arial,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
<p style="margin:0 0 20px;font-size:20px;font-weight:bold">${asText(house)}</p>
${paragraph(words.lead)}
<p style="margin:0 0 20px"><a href="${asText(link)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#b8331f;color:#ffffff;font-weight:bold;text-decoration:none">${asText(words.button)}</a></p>
${paragraph(words.rest)}
<p style="margin:0;font-size:13px;color:#6b5f68;word-break:break-all">${asText(link)}</p>
</div>
</body>
</html>
`;
}
