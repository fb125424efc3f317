import { LOW_CREDITS } from '#contract/wallet/prices.ts';
import type { Translate } from '../i18n.ts';
import { formatNumber } from '../numbers.ts';

/** Texts of a member's header that change while the page is open. */
export const accountTexts: readonly string[] = [
  'header.account',
  'header.creditsUnit_one',
  'header.creditsUnit_other',
  'header.greeting',
  'header.lowCredits',
  'header.messages',
  'header.unread_one',
  'header.unread_other',
];

export interface AccountWords {
  readonly balance: string;
  readonly unit: string;
  /** Null while the balance is high enough. */
  readonly low: string | null;
  /** Name of the menu's button. */
  readonly account: string;
  readonly greeting: string;
}

/** Rendered by the server, and again by the browser when the values change. */
export function accountWords(
  { username, credits }: { readonly username: string; readonly credits: number },
  { t, locale }: { readonly t: Translate; readonly locale: string },
): AccountWords {
  return {
    balance: formatNumber(credits, locale),
    unit: t('header.creditsUnit', { count: credits }),
    low: credits <= LOW_CREDITS ? t('header.lowCredits') : null,
    account: `${username}, ${t('header.account')}`,
    greeting: t('header.greeting', { username }),
  };
}
