import type { Locale } from '#contract/locales.ts';

interface Words {
  file: string;
  head: (day: string) => string;
  about: Readonly<Record<string, string>>;
  foot: string;
}

const words: Record<Locale, Words> = {
  nl: {
    file: 'LEESMIJ.txt',
    head: (day) => `Dit is alles wat we op ${day} over je bewaren. Tijden zijn in UTC.`,
    about: {
      account: 'je account: adres, naam, taal en wanneer je je aanmeldde',
      favourites: 'je favorieten',
      passkeys: 'je passkeys: hoe ze heten en wanneer je ze maakte en gebruikte',
      'notice-browsers': 'de browsers waarin je meldingen wilt, en wanneer ze zich daarvoor lieten zien',
      logins: 'wanneer je inlogde, en tot wanneer dat gold',
      'mailed-links': 'links die we je mailden om iets te bevestigen',
      'email-changes': 'andere e-mailadressen die je vroeg of had',
      purchases: 'je aankopen en betaalpogingen; bedragen in centen',
      returns: 'wat er van je aankopen is teruggegaan, en wat je daarvan nog schuldig was',
      breaks: 'tot wanneer je een pauze hebt genomen',
      limits: 'de limieten die je jezelf gaf, in credits',
      credits: 'elke bij- en afschrijving van je credits',
      chats: 'je chats, met wat ze kostten',
      minutes: 'de minuten die je kocht en wat we daarvan teruggaven',
      tips: 'je fooien en wat je erbij schreef',
      'vip-requests': 'je aanvragen voor een privéshow',
      toys: 'wat je fooien lieten spelen',
      cameras: 'wanneer je eigen camera aan stond',
      'chat-messages': 'wat je in de chat schreef',
      'private-messages': 'je privéberichten met performers, in beide richtingen; foto’s liggen in photos/',
      'reported-messages':
        'de privéberichten die we bewaren omdat je ze meldde, tot daarover is beslist en enige tijd daarna',
      'last-notice': 'wanneer we je voor het laatst over een bericht mailden of een melding stuurden',
      'chat-sanctions': 'wanneer een performer je stil zette of wegstuurde',
      reports: 'je meldingen',
      trail: 'wat er met je account gebeurde',
    },
    foot: 'Vragen of iets dat niet klopt? Antwoord op een mail van ons.',
  },
  en: {
    file: 'README.txt',
    head: (day) => `This is everything we keep about you as of ${day}. Times are in UTC.`,
    about: {
      account: 'your account: address, name, language and when you signed up',
      favourites: 'your favourites',
      passkeys: 'your passkeys: what they are called, and when you made and used them',
      'notice-browsers': 'the browsers in which you want notices, and when they were last seen',
      logins: 'when you logged in, and until when it was valid',
      'mailed-links': 'links we mailed you to confirm something',
      'email-changes': 'other e-mail addresses that you asked for or had',
      purchases: 'your purchases and attempts to pay; amounts in cents',
      returns: 'what went back of your purchases, and what you owed for it',
      breaks: 'until when you are taking a break',
      limits: 'the limits you gave yourself, in credits',
      credits: 'every credit that came in or went out',
      chats: 'your chats, with what they cost',
      minutes: 'the minutes you bought and what we gave back of them',
      tips: 'your tips and what you wrote with them',
      'vip-requests': 'your requests for a private show',
      toys: 'what your tips made play',
      cameras: 'when your own camera was on',
      'chat-messages': 'what you wrote in chat',
      'private-messages': 'your private messages with performers, in both directions; photos are in photos/',
      'reported-messages':
        'the private messages we keep because you reported them, until that is decided and for some time after',
      'last-notice': 'when we last mailed you or sent you a notice about a message',
      'chat-sanctions': 'when a performer muted you or sent you away',
      reports: 'your reports',
      trail: 'what happened to your account',
    },
    foot: 'Questions, or something that is not right? Reply to a mail of ours.',
  },
};

/** A text file that says what is in the others. Throws for a file it does not know. */
export function guideTo(
  files: readonly string[],
  { language, now }: { language: Locale; now: Date },
): Record<string, string> {
  const { file, head, about, foot } = words[language];
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(now);
  const lines = files.map((name) => {
    if (!about[name]) throw new Error(`the guide does not say what is in ${name}`);
    return `${name}.json: ${about[name]}`;
  });
  return { [file]: `${head(day)}\n\n${lines.join('\n')}\n\n${foot}\n` };
}
