import type { Locale } from '#contract/locales.ts';
import type { PayMethod } from '#contract/wallet/payment.ts';
import type { Outcome, Returning } from './sandbox.ts';

export interface SandboxTexts {
  title: string;
  notice: string;
  order: string;
  description: string;
  method: string;
  amount: string;
  failing: string;
  disturbed: string;
  closed: string;
  back: string;
  outcomes: Readonly<Record<Outcome, string>>;
  givingBack: string;
  returnings: Readonly<Record<Returning, string>>;
}

/** Not among the site's messages: the sandbox stands for a provider. */
export const sandboxTexts: Readonly<Record<Locale, SandboxTexts>> = {
  nl: {
    title: 'Testbetaling',
    notice: 'Dit is een testomgeving. Er wordt geen geld afgeschreven.',
    order: 'Bestelling',
    description: 'Omschrijving',
    method: 'Betaalwijze',
    amount: 'Te betalen',
    failing: 'Een mislukte betaling nabootsen',
    disturbed: 'Een storing nabootsen',
    closed: 'Deze betaling is al afgehandeld.',
    back: 'Terug naar de site',
    outcomes: {
      paid: 'Betalen',
      'paid-slowly': 'Bank antwoordt later',
      'paid-twice': 'Bericht komt twee keer',
      'paid-out-of-order': 'Berichten door elkaar',
      'paid-wrong-amount': 'Verkeerd bedrag',
      'paid-unheard': 'Bericht raakt kwijt',
      'failed-300': 'Mislukt (300)',
      'failed-302': 'Geweigerd (302)',
      'failed-308': 'Verlopen (308)',
      'failed-309': 'Geannuleerd (309)',
      'failed-299': 'Fraudecontrole (299)',
      'failed-100': 'Onbekende reden (100)',
    },
    givingBack: 'Geld teruggeven',
    returnings: {
      refund: 'Alles terugbetalen',
      'refund-half': 'De helft terugbetalen',
      chargeback: 'Bank boekt terug',
    },
  },
  en: {
    title: 'Test payment',
    notice: 'This is a test environment. No money is charged.',
    order: 'Order',
    description: 'Description',
    method: 'Payment method',
    amount: 'To pay',
    failing: 'Simulate a failed payment',
    disturbed: 'Simulate a disturbance',
    closed: 'This payment has already been completed.',
    back: 'Back to the site',
    outcomes: {
      paid: 'Pay',
      'paid-slowly': 'Bank answers later',
      'paid-twice': 'Notice arrives twice',
      'paid-out-of-order': 'Notices out of order',
      'paid-wrong-amount': 'Wrong amount',
      'paid-unheard': 'Notice gets lost',
      'failed-300': 'Failed (300)',
      'failed-302': 'Rejected (302)',
      'failed-308': 'Expired (308)',
      'failed-309': 'Cancelled (309)',
      'failed-299': 'Fraud check (299)',
      'failed-100': 'Unknown reason (100)',
    },
    givingBack: 'Give money back',
    returnings: {
      refund: 'Refund everything',
      'refund-half': 'Refund half',
      chargeback: 'Chargeback by the bank',
    },
  },
};

export const methodNames: Readonly<Record<PayMethod, string>> = {
  creditcard: 'Creditcard',
  ideal: 'iDEAL',
  mistercash: 'Bancontact',
  sofortbanking: 'Sofort',
  paysafecard: 'paysafecard',
};
