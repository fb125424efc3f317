import { LOW_CREDITS } from '#contract/wallet/prices.ts';
import { formatNumber } from '../../shell/numbers.ts';
import type { Translator } from '../../shell/translate.ts';

/** Texts of a member's header that change while the page stands. */
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
  /** Null while there are credits enough. */
  readonly low: string | null;
  /** Names the button of the menu. */
  readonly account: string;
  readonly greeting: string;
}

/** Written by the server, and again by the browser when they change. */
export function accountWords(
  { username, credits }: { readonly username: string; readonly credits: number },
  { t, locale }: { readonly t: Translator; readonly locale: string },
): AccountWords {
  return {
    balance: formatNumber(credits, locale),
    unit: t('header.creditsUnit', { count: credits }),
    low: credits <= LOW_CREDITS ? t('header.lowCredits') : null,
    account: `${username}, ${t('header.account')}`,
    greeting: t('header.greeting', { username }),
  };
}
