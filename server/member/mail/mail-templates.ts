import { type Locale, localePath } from '#contract/locales.ts';
import { DELETION_DAYS } from '#contract/member/deletion.ts';
import { prices } from '#contract/wallet/prices.ts';
import { mailHtml } from '#server/gateways/mail/mail-html.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Mail } from '#server/ports/mail.ts';
import { emailMails } from './email-mails.ts';
import type { MailTemplate, MailValues } from './mail-template.ts';
import { passkeyMails } from './passkey-mails.ts';

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

/** A new password leaves passkeys as they are (docs/decisions/0096), which whoever chose it has to know. */
const passwordChanged: MailTemplate = (house, { passkeys = '0' }) => ({
  nl: {
    subject: `Je wachtwoord bij ${house} is gewijzigd`,
    lead: 'Je wachtwoord is zojuist gewijzigd en je bent op alle andere apparaten uitgelogd.',
    button: `Naar ${house}`,
    rest: `${keepsWorking.nl(passkeys)}Was jij dit niet? Kies dan meteen een nieuw wachtwoord via “Wachtwoord vergeten” bij het inloggen.`,
  },
  en: {
    subject: `Your password at ${house} was changed`,
    lead: 'Your password was changed just now, and you were logged out on every other device.',
    button: `Go to ${house}`,
    rest: `${keepsWorking.en(passkeys)}Was this not you? Then choose a new password right away through “Forgot password” where you log in.`,
  },
});

/** `count` in digits; nothing without passkeys. */
const keepsWorking = {
  nl: (count: string) =>
    count === '0'
      ? ''
      : `Met ${count === '1' ? 'je passkey' : `je ${count} passkeys`} kun je nog steeds inloggen. Ken je er één niet, verwijder die dan bij je instellingen onder Beveiliging. `,
  en: (count: string) =>
    count === '0'
      ? ''
      : `You can still log in with your ${count === '1' ? 'passkey' : `${count} passkeys`}. If there is one you do not know, remove it in your settings under Security. `,
} as const;

const withdrawal: MailTemplate = (house, { receipt, credits, amount, when }) => ({
  nl: {
    subject: `Je herroeping van aankoop ${receipt} bij ${house}`,
    lead: `Op ${when} (Nederlandse tijd) heb je aankoop ${receipt} herroepen. We hebben ${credits} ongebruikte credits van je saldo gehaald en betalen je ${amount} terug.`,
    button: 'Naar je aankopen',
    rest: 'Je krijgt het geld binnen veertien dagen terug, op dezelfde manier waarop je betaalde. Bewaar deze mail als bewijs.',
  },
  en: {
    subject: `Your withdrawal from purchase ${receipt} at ${house}`,
    lead: `On ${when} (Dutch time) you withdrew from purchase ${receipt}. We have taken ${credits} unused credits off your balance and pay you back ${amount}.`,
    button: 'Go to your purchases',
    rest: 'You get the money back within fourteen days, in the way in which you paid. Keep this mail as evidence.',
  },
});

const deletionAsked: MailTemplate = (house) => ({
  nl: {
    subject: `Je account bij ${house} wordt verwijderd`,
    lead: `Je hebt gevraagd je account te verwijderen. Over ${DELETION_DAYS} dagen wissen we het, met alle credits die er nog op staan.`,
    button: 'Toch houden: inloggen',
    rest: `Bedenk je je, of was jij dit niet? Log dan binnen ${DELETION_DAYS} dagen in, dan blijft alles zoals het was.`,
  },
  en: {
    subject: `Your account at ${house} will be deleted`,
    lead: `You asked us to delete your account. In ${DELETION_DAYS} days we erase it, with any credits that are left on it.`,
    button: 'Keep it: log in',
    rest: `Changed your mind, or was this not you? Log in within ${DELETION_DAYS} days and everything stays as it was.`,
  },
});

const accountKept: MailTemplate = (house) => ({
  nl: {
    subject: `Je account bij ${house} blijft bestaan`,
    lead: 'Je hebt weer ingelogd. Daarom verwijderen we je account niet: alles is zoals het was.',
    button: 'Naar je instellingen',
    rest: 'Was jij dit niet? Kies dan meteen een nieuw wachtwoord via “Wachtwoord vergeten” bij het inloggen.',
  },
  en: {
    subject: `Your account at ${house} stays`,
    lead: 'You logged in again. So we do not delete your account: everything is as it was.',
    button: 'Go to your settings',
    rest: 'Was this not you? Then choose a new password right away through “Forgot password” where you log in.',
  },
});

const newDevice: MailTemplate = (house, { facts }) => ({
  nl: {
    subject: `Nieuwe login bij ${house}`,
    lead: `Er is ingelogd op je account met een apparaat dat we nog niet kenden: ${facts}. Was jij dit? Dan hoef je niets te doen.`,
    button: 'Dit was ik niet',
    rest: 'Met een nieuw wachtwoord wordt iedereen uitgelogd die er niet hoort te zijn.',
  },
  en: {
    subject: `New login at ${house}`,
    lead: `Someone logged in to your account on a device we did not know yet: ${facts}. Was this you? Then there is nothing to do.`,
    button: 'This was not me',
    rest: 'A new password logs out everyone who should not be there.',
  },
});

/** Names nobody and says nothing of what was written: others may see it. */
const unread: MailTemplate = (house) => ({
  nl: {
    subject: 'Je hebt een nieuw bericht',
    lead: `Er is een nieuw bericht voor je bij ${house}. Log in om het te lezen.`,
    button: 'Naar je berichten',
    rest: 'We mailen je hierover hoogstens één keer per dag. Bij je instellingen kies je of je deze mails krijgt.',
  },
  en: {
    subject: 'You have a new message',
    lead: `There is a new message for you at ${house}. Log in to read it.`,
    button: 'Go to your messages',
    rest: 'We mail you about this once a day at most. Your settings say whether you get these mails.',
  },
});

const stopWords: Record<Locale, string> = {
  nl: 'Stuur me deze mails niet meer',
  en: 'Stop sending me these mails',
};

const templates = {
  activation,
  reset,
  passwordChanged,
  withdrawal,
  deletionAsked,
  accountKept,
  newDevice,
  unread,
  ...emailMails,
  ...passkeyMails,
} as const;

export interface MailHead {
  to: string;
  lang: Locale;
  /** Path and query below the public address and its language. */
  path: string;
  /** The same, of where mails of this kind are stopped. */
  stop?: string;
}

/** What the site is called: the name that mails come from. */
export const houseOf = ({ mailFrom }: Pick<Deps['config'], 'mailFrom'>): string =>
  mailFrom.replace(/\s*<.*$/, '') || 'Vonk';

/** A mail as text and as HTML, ready for the outbox. */
export function writeMail(
  deps: Pick<Deps, 'config' | 'newId'>,
  name: keyof typeof templates,
  head: MailHead,
  values: MailValues = {},
): Mail {
  const house = houseOf(deps.config);
  const words = templates[name](house, values)[head.lang];
  const base = deps.config.publicUrl.replace(/\/$/, '');
  const link = base + addressOf(head);
  const stop = head.stop && {
    text: stopWords[head.lang],
    link: base + addressOf({ ...head, path: head.stop }),
  };
  const stopLine = stop ? `\n${stop.text}: ${stop.link}\n` : '';
  return {
    id: deps.newId(),
    to: head.to,
    subject: words.subject,
    text: `${words.lead}\n\n${link}\n\n${words.rest}\n\n${house}\n${stopLine}`,
    html: mailHtml({ ...words, link, house, lang: head.lang, ...(stop && { stop }) }),
    ...(stop && { stop: stop.link }),
  };
}

/** As pages are addressed, `/en` without a slash: a redirect would be a second page for a link that works once. */
function addressOf({ lang, path }: MailHead): string {
  const [pathname = '/', query] = path.split('?', 2);
  return localePath(lang, pathname) + (query === undefined ? '' : `?${query}`);
}
