import type { Locale } from '#contract/locales.ts';
import type { SandboxCall } from './sandbox-calls.ts';

export interface PhoneTexts {
  title: string;
  notice: string;
  dial: (number: string) => string;
  /** Said before anything is charged. */
  announced: (price: string) => string;
  promo: (minutes: number, price: string) => string;
  code: string;
  codeHint: string;
  enter: string;
  hangUp: string;
  /** As of the page: it does not count by itself. */
  lasted: string;
  again: string;
  ended: string;
  said: Readonly<Record<NonNullable<SandboxCall['said']>, string>>;
}

/** Not among the site's messages: the simulator stands for a telephone. */
export const phoneTexts: Readonly<Record<Locale, PhoneTexts>> = {
  nl: {
    title: 'Testtelefoon',
    notice: 'Dit is een nagebootste telefoon. Er wordt niet gebeld en niets in rekening gebracht.',
    dial: (number) => `Bel ${number}`,
    announced: (price) => `U betaalt ${price} per minuut. Dit bericht is gratis.`,
    promo: (minutes, price) => `De eerste ${minutes} minuten kosten samen nooit meer dan ${price}.`,
    code: 'Code',
    codeHint: 'De vier cijfers die op de site staan.',
    enter: 'Toets de code in',
    hangUp: 'Ophangen',
    lasted: 'Duur van het gesprek',
    again: 'Bel opnieuw',
    ended: 'Het gesprek is beëindigd.',
    said: {
      accepted: 'De code klopt. U kunt op de site kijken zolang u aan de lijn blijft.',
      'invalid-pin': 'Ongeldige pincode. Probeer het nog eens.',
      'session-not-found': 'Sessie niet gevonden: deze code is verlopen. Vraag op de site een nieuwe.',
      'too-many-tries': 'Ongeldige pincode. Na vijf pogingen wordt de verbinding verbroken.',
      away: 'De site antwoordt niet. Probeer het nog eens.',
    },
  },
  en: {
    title: 'Test telephone',
    notice: 'This is a simulated telephone. Nobody is called and nothing is charged.',
    dial: (number) => `Call ${number}`,
    announced: (price) => `You pay ${price} a minute. This message is free.`,
    promo: (minutes, price) => `The first ${minutes} minutes never cost more than ${price} together.`,
    code: 'Code',
    codeHint: 'The four digits that the site shows.',
    enter: 'Enter the code',
    hangUp: 'Hang up',
    lasted: 'Length of the call',
    again: 'Call again',
    ended: 'The call has ended.',
    said: {
      accepted: 'The code is right. You can watch on the site for as long as you stay on the line.',
      'invalid-pin': 'Invalid pin code. Please try again.',
      'session-not-found': 'Session not found: this code is too old. Ask for a new one on the site.',
      'too-many-tries': 'Invalid pin code. After five attempts the line is cut.',
      away: 'The site does not answer. Please try again.',
    },
  },
};
