import type { MailTemplate } from './mail-template.ts';

const passkeyAdded: MailTemplate = (house, { name, facts }) => ({
  nl: {
    subject: `Nieuwe passkey bij ${house}`,
    lead: `Je account heeft een nieuwe passkey: “${name}” (${facts}). Daarmee kun je inloggen zonder wachtwoord. Was jij dit? Dan hoef je niets te doen.`,
    button: 'Bekijk je passkeys',
    rest: 'Was jij dit niet? Verwijder deze passkey dan bij je instellingen, en kies een nieuw wachtwoord.',
  },
  en: {
    subject: `New passkey at ${house}`,
    lead: `Your account has a new passkey: “${name}” (${facts}). With it you can log in without a password. Was this you? Then there is nothing to do.`,
    button: 'See your passkeys',
    rest: 'Was this not you? Then remove this passkey in your settings, and choose a new password.',
  },
});

const passkeyRenamed: MailTemplate = (house, { name, facts }) => ({
  nl: {
    subject: `Passkey bij ${house} heeft een andere naam`,
    lead: `Een van je passkeys heet nu “${name}” (${facts}). Was jij dit? Dan hoef je niets te doen.`,
    button: 'Bekijk je passkeys',
    rest: 'Was jij dit niet? Kies dan een nieuw wachtwoord en verwijder passkeys die je niet kent.',
  },
  en: {
    subject: `A passkey at ${house} has another name`,
    lead: `One of your passkeys is called “${name}” now (${facts}). Was this you? Then there is nothing to do.`,
    button: 'See your passkeys',
    rest: 'Was this not you? Then choose a new password and remove passkeys you do not know.',
  },
});

const passkeyRemoved: MailTemplate = (house, { name, facts }) => ({
  nl: {
    subject: `Passkey verwijderd bij ${house}`,
    lead: `De passkey “${name}” hoort niet meer bij je account (${facts}). Inloggen met je wachtwoord kan altijd.`,
    button: 'Bekijk je passkeys',
    rest: 'Was jij dit niet? Kies dan een nieuw wachtwoord. Daarmee wordt iedereen uitgelogd.',
  },
  en: {
    subject: `Passkey removed at ${house}`,
    lead: `The passkey “${name}” does not belong to your account any more (${facts}). You can always log in with your password.`,
    button: 'See your passkeys',
    rest: 'Was this not you? Then choose a new password. That logs everybody out.',
  },
});

const passkeyCopied: MailTemplate = (house, { name, facts }) => ({
  nl: {
    subject: `Login met je passkey geweigerd bij ${house}`,
    lead: `Iemand wilde inloggen met je passkey “${name}” (${facts}). Hij lijkt gekopieerd, dus we hebben dat geweigerd.`,
    button: 'Bekijk je passkeys',
    rest: 'Verwijder deze passkey en maak een nieuwe. Tot dan kun je inloggen met je wachtwoord.',
  },
  en: {
    subject: `A login with your passkey was refused at ${house}`,
    lead: `Somebody wanted to log in with your passkey “${name}” (${facts}). It seems to have been copied, so we refused.`,
    button: 'See your passkeys',
    rest: 'Remove this passkey and make a new one. Until then you can log in with your password.',
  },
});

export const passkeyMails = { passkeyAdded, passkeyRenamed, passkeyRemoved, passkeyCopied } as const;
