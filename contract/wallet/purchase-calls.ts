import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { locales } from '../locales.ts';
import { bundleOfferSchema } from './bundles.ts';
import { CONSENT_VERSION, failReasonSchema, paymentOptionSchema, paymentStates } from './payment.ts';
import { returnPageSchema } from './return-page.ts';

/** Unknown values mean the drawer (live spec 2). */
export const walletVariantSchema = z.enum(['drawer', 'default']);

const walletWish = z.string().max(32).optional();

export const readWallet = endpoint({
  base: 'member',
  method: 'GET',
  path: '/wallet',
  summary: 'What is on sale, how to pay, and the caller’s balance; prices are no secret for guests',
  access: 'anyone',
  input: z.object({ wallet: walletWish, lang: z.string().max(8).optional() }),
  output: z.object({
    bundles: z.array(bundleOfferSchema),
    paymentOptions: z.array(paymentOptionSchema),
    variant: walletVariantSchema,
    /** Balance; 0 for a guest. */
    credits: z.number().int(),
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
  summary: 'The ways to pay',
  access: 'anyone',
  input: z.object({ dimension: z.string().max(32).optional() }),
  output: z.object({ paymentOptions: z.array(paymentOptionSchema) }),
  errors: [],
});

export const openPayment = endpoint({
  base: 'member',
  method: 'POST',
  path: '/payment/session',
  summary: 'Opens a payment at the provider and answers where to pay; nothing is booked by it',
  access: 'member',
  input: z.object({
    bundle: z.string().min(1).max(64),
    /** Id of a payment option. */
    paymentMethod: z.string().min(1).max(32),
    /** The name of a page, never a URL. */
    returnUrl: returnPageSchema,
    /** For a profile or stream page. */
    performer: z.string().min(1).max(64).optional(),
    lang: z.enum(locales).default('nl'),
    device: z.enum(['mobile', 'desktop']),
    fingerprint: z.string().max(128).optional(),
    /** Asks for immediate delivery and accepts the loss of the right of withdrawal. */
    consent: z.boolean(),
    consentVersion: z.literal(CONSENT_VERSION).default(CONSENT_VERSION),
    /** Chosen by the client for one click; repeated, it returns the same payment. */
    requestKey: z.uuid(),
  }),
  output: z.object({ payment: z.string(), redirectUrl: z.string() }),
  errors: [
    'badRequest.consent.required',
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
  currency: z.string(),
  /** Id of the payment option. */
  paymentMethod: z.string(),
  createdAt: z.iso.datetime(),
  settledAt: z.iso.datetime().nullable(),
});
export type Payment = z.infer<typeof paymentSchema>;

export const readPayment = endpoint({
  base: 'member',
  method: 'GET',
  path: '/payment/{id}',
  summary: 'How one of the caller’s own payments stands',
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
  summary: 'The caller’s own payments, newest first',
  access: 'member',
  input: z.object({ page: z.coerce.number().int().min(1).max(10_000).default(1) }),
  output: z.object({ result: z.array(paymentSchema), total: z.number().int() }),
  errors: [],
});
