import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { mailLang, textId } from '../fields.ts';
import { SITE_PAGE_MAX } from '../site/site-path.ts';
import { bundleOfferSchema } from './bundles.ts';
import { CONSENT_VERSION, failReasonSchema, paymentOptionSchema, paymentStates } from './payment.ts';

/** Unknown values mean the drawer (live spec 2). */
export const walletVariantSchema = z.enum(['drawer', 'default']);
export type WalletVariant = z.infer<typeof walletVariantSchema>;

const walletWish = z.string().max(32).optional();

export const readWallet = endpoint({
  base: 'member',
  method: 'GET',
  path: '/wallet',
  summary: 'Bundles, payment options and the caller’s balance; guests may read it',
  access: 'anyone',
  input: z.object({ wallet: walletWish, lang: z.string().max(8).optional() }),
  output: z.object({
    bundles: z.array(bundleOfferSchema),
    paymentOptions: z.array(paymentOptionSchema),
    variant: walletVariantSchema,
    /** Balance; 0 for a guest. */
    credits: z.number().int(),
    /** Credits the caller owes: the next purchase pays them first, and nothing is spent before. */
    owed: z.number().int(),
    /** The caller has locked the wallet until then; null where it is open. */
    coolOffUntil: z.iso.datetime().nullable(),
    currency: z.literal('EUR'),
    /** Version of the consent text; sent back with the purchase. */
    consentVersion: z.string(),
  }),
  errors: [],
});

export const listBundles = endpoint({
  base: 'member',
  method: 'GET',
  path: '/bundles',
  summary: 'The bundles on sale',
  access: 'anyone',
  input: z.object({ wallet: walletWish }),
  output: z.object({ bundles: z.array(bundleOfferSchema) }),
  errors: [],
});

export const listPaymentOptions = endpoint({
  base: 'member',
  method: 'GET',
  path: '/payment/options',
  summary: 'The payment options',
  access: 'anyone',
  input: z.object({ dimension: z.string().max(32).optional() }),
  output: z.object({ paymentOptions: z.array(paymentOptionSchema) }),
  errors: [],
});

export const openPayment = endpoint({
  base: 'member',
  method: 'POST',
  path: '/payment/session',
  summary: 'Opens a payment at the provider and returns where to pay; books nothing',
  access: 'member',
  input: z.object({
    bundle: z.string().min(1).max(64),
    paymentMethod: textId(32),
    /** The page to come back to, with its locale: path and query, or the whole address. */
    returnUrl: z.string().max(SITE_PAGE_MAX).default('/'),
    lang: mailLang,
    device: z.enum(['mobile', 'desktop']),
    fingerprint: textId(128).optional(),
    /** Asks for immediate delivery and accepts the loss of the right of withdrawal for credits that are used. */
    consent: z.boolean().optional(),
    consentVersion: z.literal(CONSENT_VERSION).default(CONSENT_VERSION),
    /** Chosen by the client for one click; repeated, it returns the same payment. Without it each call opens one. */
    requestKey: z.uuid().optional(),
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
  /** Null unless it failed. */
  reason: failReasonSchema.nullable(),
  cents: z.number().int(),
  credits: z.number().int(),
  /** Credits of it that paid what was owed. */
  debt: z.number().int(),
  currency: z.string(),
  paymentMethod: z.string(),
  createdAt: z.iso.datetime(),
  settledAt: z.iso.datetime().nullable(),
});
export type Payment = z.infer<typeof paymentSchema>;

export const readPayment = endpoint({
  base: 'member',
  method: 'GET',
  path: '/payment/{id}',
  summary: 'The state of one of the caller’s payments',
  access: 'member',
  input: z.object({ id: z.string().min(1).max(64) }),
  output: paymentSchema,
  errors: ['badRequest.notFound'],
});

export const PAYMENTS_PAGE = 20;

export const listPayments = endpoint({
  base: 'member',
  method: 'GET',
  path: '/payments',
  summary: 'The caller’s payments, newest first',
  access: 'member',
  input: z.object({ page: z.coerce.number().int().min(1).max(10_000).default(1) }),
  output: z.object({ result: z.array(paymentSchema), total: z.number().int() }),
  errors: [],
});
