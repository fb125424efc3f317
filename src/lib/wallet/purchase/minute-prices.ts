import { prices } from '#contract/wallet/prices.ts';
import type { BundleOffer } from '#contract/wallet/purchase-calls.ts';
import { formatEuro } from '../../site/numbers.ts';
import { $offer } from './offer.ts';

const span = (min: string, max: string): string => (min === max ? min : `${min}–${max}`);

/** Credits for a minute of chat: one price, or the lowest and the highest where performers set their own. */
function minutePrices(): { readonly min: number; readonly max: number } {
  const offer = $offer.get();
  const own = offer.status === 'ready' ? offer.minutePrices : undefined;
  return own ?? { min: prices.chatMinute, max: prices.chatMinute };
}

/** `60`, or `30–120`. */
export function minuteCredits(): string {
  const { min, max } = minutePrices();
  return span(String(min), String(max));
}

/** Whether performers set their own prices. */
export const areOwn = (): boolean => {
  const { min, max } = minutePrices();
  return min !== prices.chatMinute || max !== prices.chatMinute;
};

/** `€0.92`, or `€0.46–€1.84`. */
export function minuteEuro({ pricePerMinute }: Pick<BundleOffer, 'pricePerMinute'>, locale: string): string {
  const { min, max } = minutePrices();
  const euro = (credits: number): string =>
    formatEuro((pricePerMinute * credits) / prices.chatMinute, locale);
  return span(euro(min), euro(max));
}
