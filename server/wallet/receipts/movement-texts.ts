import type { Locale } from '#contract/locales.ts';
import type { TransferKind } from '#server/ledger/tables.ts';

interface MovementTexts {
  /** In the order of the fields. */
  readonly heads: readonly string[];
  readonly kinds: Readonly<Record<TransferKind, string>>;
}

/** Of the file of a member's movements. */
export const movementTexts: Readonly<Record<Locale, MovementTexts>> = {
  nl: {
    heads: ['datum', 'soort', 'performer', 'credits', 'saldo', 'bon', 'euro'],
    kinds: {
      welcome: 'welkomstcredits',
      purchase: 'aankoop',
      refund: 'terugbetaling',
      chargeback: 'teruggedraaide betaling',
      debt: 'schuld betaald',
      goodwill: 'tegoed van ons',
      tip: 'fooi',
      minute: 'minuut',
      'minute-return': 'minuut terug',
      'dial-in': 'telefoon',
      'stall-credit': 'minuut terug',
      opening: 'beginsaldo',
      message: 'bericht',
      'message-return': 'bericht terug',
      lapse: 'vervallen',
    },
  },
  en: {
    heads: ['date', 'kind', 'performer', 'credits', 'balance', 'receipt', 'euro'],
    kinds: {
      welcome: 'welcome credits',
      purchase: 'purchase',
      refund: 'refund',
      chargeback: 'reversed payment',
      debt: 'debt paid',
      goodwill: 'credit from us',
      tip: 'tip',
      minute: 'minute',
      'minute-return': 'minute back',
      'dial-in': 'phone',
      'stall-credit': 'minute back',
      opening: 'opening balance',
      message: 'message',
      'message-return': 'message back',
      lapse: 'lapsed',
    },
  },
};
