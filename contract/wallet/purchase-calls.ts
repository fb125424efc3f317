import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { mailLang, moment, textId } from '../fields.ts';
import { SITE_PAGE_MAX } from '../site/site-path.ts';
import { CONSENT_VERSION, failReasonSchema, paymentOptionSchema, paymentStates } from './payment.ts';
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

export const readCredits = endpoint({
  base: 'member',
  method: 'GET',
  path: '/credits',
  summary: 'Returns the caller’s balance in credits',
  access: 'member',
  input: z.object({}),
  output: z.object({ credits: z.int() }),
  errors: [],
});

/** Unknown values are treated as the drawer (live spec 2). */
export const walletVariantSchema = z.enum(['drawer', 'default']);
export type WalletVariant = z.infer<typeof walletVariantSchema>;

const walletWish = z.optional(z.string().check(z.maxLength(32)));

export const readWallet = endpoint({
  base: 'member',
  method: 'GET',
  path: '/wallet',
  summary: 'Returns bundles, payment options and the caller’s balance; guests may read it',
  access: 'anyone',
  input: z.object({ wallet: walletWish, lang: z.optional(z.string().check(z.maxLength(8))) }),
  output: z.object({
    bundles: z.array(bundleOfferSchema),
    /** Credits for a minute of chat, where performers set their own prices; missing if all ask the specification's. */
    minutePrices: z.optional(z.object({ min: z.int(), max: z.int() })),
    paymentOptions: z.array(paymentOptionSchema),
    variant: walletVariantSchema,
    /** Balance; 0 for a guest. */
    credits: z.int(),
    /** Credits the caller owes. The next purchase pays them first; nothing can be spent before. */
    owed: z.int(),
    /** End of the caller's cool-off; null while the wallet is open. */
    coolOffUntil: z.nullable(moment),
    currency: z.literal('EUR'),
    /** Only if sales are taxed in the buyer's country: that of the network, which the buyer may correct. */
    billing: z.optional(z.object({ country: z.nullable(z.string()) })),
    /** Version of the consent text; the purchase sends it back. */
    consentVersion: z.string(),
  }),
  errors: [],
});

export const listBundles = endpoint({
  base: 'member',
  method: 'GET',
  path: '/bundles',
  summary: 'Returns the bundles on sale',
  access: 'anyone',
  input: z.object({ wallet: walletWish }),
  output: z.object({ bundles: z.array(bundleOfferSchema) }),
  errors: [],
});

export const listPaymentOptions = endpoint({
  base: 'member',
  method: 'GET',
  path: '/payment/options',
  summary: 'Returns the payment options',
  access: 'anyone',
  input: z.object({ dimension: z.optional(z.string().check(z.maxLength(32))) }),
  output: z.object({ paymentOptions: z.array(paymentOptionSchema) }),
  errors: [],
});

export const openPayment = endpoint({
  base: 'member',
  method: 'POST',
  path: '/payment/session',
  summary:
    'Opens a payment at the provider and returns the URL to pay at; credits are booked once it is paid',
  access: 'member',
  input: z.object({
    bundle: z.string().check(z.minLength(1), z.maxLength(64)),
    paymentMethod: textId(32),
    /** The page to return to, with its locale: path and query, or the whole URL. */
    returnUrl: z._default(z.string().check(z.maxLength(SITE_PAGE_MAX)), '/'),
    lang: mailLang,
    device: z.enum(['mobile', 'desktop']),
    fingerprint: z.optional(textId(128)),
    /** Where the buyer lives, as `NL`; a piece of evidence for the tax of the sale. */
    country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
    /**
     * Asks for immediate delivery and accepts that used credits cannot be withdrawn. If missing, the consent to an
     * earlier purchase counts: paid, not withdrawn, with the same text.
     */
    consent: z.optional(z.boolean()),
    consentVersion: z._default(z.literal(CONSENT_VERSION), CONSENT_VERSION),
    /**
     * Chosen by the client once per click; repeated, it returns the same payment. Without it every call opens a new
     * one.
     */
    requestKey: z.optional(z.uuid()),
  }),
  output: z.object({ payment: z.string(), redirectUrl: z.string() }),
  errors: [
    'badRequest.consent.required',
    'badRequest.limit.coolOff',
    'badRequest.invalid.bundle',
    'badRequest.invalid.paymentMethod',
    'badRequest.idempotency.conflict',
  ],
});

export const paymentSchema = z.object({
  payment: z.string(),
  status: z.enum(paymentStates),
  /** Set only if it failed. */
  reason: z.nullable(failReasonSchema),
  cents: z.int(),
  credits: z.int(),
  /** Credits of the bundle that paid off a debt. */
  debt: z.int(),
  currency: z.string(),
  paymentMethod: z.string(),
  createdAt: moment,
  settledAt: z.nullable(moment),
});
export type Payment = z.infer<typeof paymentSchema>;

export const readPayment = endpoint({
  base: 'member',
  method: 'GET',
  path: '/payment/{id}',
  summary: 'Returns the state of one of the caller’s payments',
  access: 'member',
  input: z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) }),
  output: paymentSchema,
  errors: ['badRequest.notFound'],
});

export const PAYMENTS_PAGE = 20;

export const listPayments = endpoint({
  base: 'member',
  method: 'GET',
  path: '/payments',
  summary: 'Returns the caller’s payments, newest first',
  access: 'member',
  input: z.object({ page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 1) }),
  output: z.object({ result: z.array(paymentSchema), total: z.int() }),
  errors: [],
});
