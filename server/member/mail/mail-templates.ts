import { type Locale, localePath } from '#contract/locales.ts';
import { prices } from '#contract/wallet/prices.ts';
import { type MailContent, mailHtml } from '#server/gateways/mail/mail-html.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Mail } from '#server/ports/mail.ts';

type MailTexts = Pick<MailContent, 'subject' | 'lead' | 'button' | 'rest'>;

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

/** A mail as text and as HTML, ready for the outbox. */
export function writeMail(
  deps: Pick<Deps, 'config' | 'newId'>,
  name: keyof typeof templates,
  head: MailHead,
): Mail {
  const house = deps.config.mailFrom.replace(/\s*<.*$/, '') || 'Vonk';
  const words = templates[name](house)[head.lang];
  const link = deps.config.publicUrl.replace(/\/$/, '') + addressOf(head);
  return {
    id: deps.newId(),
    to: head.to,
    subject: words.subject,
    text: `${words.lead}\n\n${link}\n\n${words.rest}\n\n${house}\n`,
    html: mailHtml({ ...words, link, house, lang: head.lang }),
  };
}

/** As pages are addressed, `/en` without a slash: a redirect would be a second page for a link that works once. */
function addressOf({ lang, path }: MailHead): string {
  const [pathname = '/', query] = path.split('?', 2);
  return localePath(lang, pathname) + (query === undefined ? '' : `?${query}`);
}
