import type { MailTemplate } from './mail-template.ts';

const emailConfirm: MailTemplate = (house) => ({
  nl: {
    subject: `Bevestig je nieuwe e-mailadres bij ${house}`,
    lead: `Je wilt dit e-mailadres gebruiken voor je account bij ${house}. Bevestig het en het geldt meteen.`,
    button: 'Nieuw adres bevestigen',
    rest: 'De link werkt één keer en blijft een dag geldig. Heb je dit niet gevraagd? Dan hoef je niets te doen.',
  },
  en: {
    subject: `Confirm your new e-mail address at ${house}`,
    lead: `You want to use this e-mail address for your account at ${house}. Confirm it and it counts at once.`,
    button: 'Confirm new address',
    rest: 'The link works once and stays valid for a day. Did you not ask for this? Then there is nothing to do.',
  },
});

/** To whoever has an account with the address already. */
const emailTaken: MailTemplate = (house) => ({
  nl: {
    subject: `Je hebt al een account bij ${house}`,
    lead: `Iemand wilde dit e-mailadres gebruiken voor een ander account bij ${house}. Er is er al een met dit adres, dus er is niets veranderd.`,
    button: `Naar ${house}`,
    rest: 'Was jij het? Log dan in met dit adres. Weet je het wachtwoord niet meer, kies dan “Wachtwoord vergeten”. Was jij het niet? Dan hoef je niets te doen.',
  },
  en: {
    subject: `You have an account at ${house} already`,
    lead: `Someone wanted to use this e-mail address for another account at ${house}. There is one with this address already, so nothing has changed.`,
    button: `Go to ${house}`,
    rest: 'Was it you? Then log in with this address. If you do not know the password any more, choose “Forgot password”. Was it not you? Then there is nothing to do.',
  },
});

/** To whoever has an account with an address that somebody registers. */
const accountExists: MailTemplate = (house) => ({
  nl: {
    subject: `Je hebt al een account bij ${house}`,
    lead: `Iemand wilde zich bij ${house} aanmelden met dit e-mailadres. Je hebt al een account met dit adres, dus er is niets veranderd.`,
    button: 'Inloggen',
    rest: 'Was jij het? Log dan in met dit adres. Weet je het wachtwoord niet meer, kies dan “Wachtwoord vergeten”. Was jij het niet? Dan hoef je niets te doen.',
  },
  en: {
    subject: `You have an account at ${house} already`,
    lead: `Someone wanted to sign up at ${house} with this e-mail address. You have an account with this address already, so nothing has changed.`,
    button: 'Log in',
    rest: 'Was it you? Then log in with this address. If you do not know the password any more, choose “Forgot password”. Was it not you? Then there is nothing to do.',
  },
});

/** To the address before. */
const emailChanged: MailTemplate = (house) => ({
  nl: {
    subject: `Je e-mailadres bij ${house} is gewijzigd`,
    lead: `Je account bij ${house} hoort nu bij een ander e-mailadres. Was jij dat? Dan hoef je niets te doen.`,
    button: 'Dit was ik niet: draai het terug',
    rest: 'Met de knop krijg je je account terug op dit adres. Dat kan zeven dagen. Iedereen wordt dan uitgelogd en je kiest een nieuw wachtwoord.',
  },
  en: {
    subject: `Your e-mail address at ${house} was changed`,
    lead: `Your account at ${house} now belongs to another e-mail address. Was it you? Then there is nothing to do.`,
    button: 'It was not me: undo this',
    rest: 'The button brings your account back to this address. It works for seven days. Everybody is logged out then, and you choose a new password.',
  },
});

export const emailMails = { emailConfirm, emailTaken, accountExists, emailChanged } as const;
