import * as z from 'zod/mini';
import { prices } from './prices.ts';

/** (live spec 5) */
export const BUNDLES_SHOWN = 5;

/** Euro cents per minute without a discount (live spec 9). */
export const BASE_CENTS_PER_MINUTE = 99;

export interface Bundle {
  id: string;
  cents: number;
  credits: number;
}

export const bundleOfferSchema = z.object({
  id: z.string(),
  cents: z.int(),
  credits: z.int(),
  /** Euro; for display only. */
  pricePerMinute: z.number(),
  /** Whole percent below the base price. */
  discount: z.int(),
  /** Credits beyond what the same price buys at the base price. */
  bonus: z.int(),
  /** The bundle promoted by the operator. */
  popular: z.boolean(),
});
export type BundleOffer = z.infer<typeof bundleOfferSchema>;

/** Euro for a minute of chat (live spec 3). */
export function pricePerMinute({ cents, credits }: Bundle): number {
  return ((cents / credits) * prices.chatMinute) / 100;
}

/** Whole percent, rounded down so that a discount is never overstated. */
export function discountOf({ cents, credits }: Bundle): number {
  const atBase = credits * BASE_CENTS_PER_MINUTE;
  const saved = atBase - cents * prices.chatMinute;
  return Math.max(0, Math.floor((saved * 100) / atBase));
}

export function bonusOf({ cents, credits }: Bundle): number {
  return Math.max(0, credits - Math.ceil((cents * prices.chatMinute) / BASE_CENTS_PER_MINUTE));
}

/** `popular`: id of the bundle to mark; null for none. */
export function offersOf(bundles: readonly Bundle[], popular: string | null = null): BundleOffer[] {
  return bundles.slice(0, BUNDLES_SHOWN).map((bundle) => ({
    id: bundle.id,
    cents: bundle.cents,
    credits: bundle.credits,
    pricePerMinute: pricePerMinute(bundle),
    discount: discountOf(bundle),
    bonus: bonusOf(bundle),
    popular: bundle.id === popular,
  }));
}
