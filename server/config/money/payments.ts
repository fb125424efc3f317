import { z } from 'zod';
import type { DeskLimits } from '#contract/desk/value/acts-of-value.ts';
import type { Tariff } from '#contract/wallet/dial-in-calls.ts';
import type { PaymentOption } from '#contract/wallet/payment.ts';
import type { Bundle } from '#contract/wallet/purchase-calls.ts';
import { is } from '../explained.ts';
import { deskLimitsSchema } from './desk-limits.ts';
import {
  bundlesSchema,
  DEFAULT_BUNDLES,
  DEFAULT_POPULAR,
  defaultPaymentMethods,
  paymentMethodsSchema,
} from './offers.ts';
import { type VatConfig, type VatVariables, vatConfig } from './vat.ts';

export interface PaynlConfig {
  serviceId: string;
  username: string;
  secret: string;
  url: string;
  refundUrl: string;
  test: boolean;
}

export interface DialxsConfig {
  url: string;
  merchant: string;
  secret: string;
}

export interface PaymentsConfig extends VatConfig {
  payments: 'sandbox' | 'paynl' | 'dialxs';
  /** Null unless Pay.nl is the provider. */
  paynl: PaynlConfig | null;
  /** Null unless DialXS is the provider. */
  dialxs: DialxsConfig | null;
  /** What operators may do without a second one. */
  deskLimits: DeskLimits;
  bundles: readonly Bundle[];
  /** Id of the bundle marked as most popular. */
  popularBundle: string;
  paymentMethods: readonly PaymentOption[];
}

export const paymentSchemas = {
  provider: z.enum(['sandbox', 'paynl', 'dialxs']).default('sandbox'),
  text: z.string().optional(),
  paynlUrl: z.url().default('https://connect.pay.nl'),
  paynlRefundUrl: z.url().default('https://rest.pay.nl/v2'),
  dialxsUrl: z.url().optional(),
  dialxsSecret: z.string().min(16).optional(),
  bundles: z.string().default(DEFAULT_BUNDLES).pipe(bundlesSchema),
  popular: z.string().default(DEFAULT_POPULAR),
  deskLimits: z.string().default('').pipe(deskLimitsSchema),
  replacedByLimits: z.never('was replaced: write DESK_LIMITS=refund:<cents>:<cents a day>').optional(),
  methods: z.string().pipe(paymentMethodsSchema).optional(),
};

interface PaynlVariables {
  readonly PAYNL_SERVICE_ID?: string | undefined;
  readonly PAYNL_USERNAME?: string | undefined;
  readonly PAYNL_SECRET?: string | undefined;
  readonly PAYNL_URL: string;
  readonly PAYNL_REFUND_URL: string;
  readonly PAYNL_TEST: boolean;
}

interface DialxsVariables {
  readonly DIALXS_URL?: string | undefined;
  readonly DIALXS_MERCHANT?: string | undefined;
  readonly DIALXS_SECRET?: string | undefined;
}

interface PaymentVariables extends PaynlVariables, DialxsVariables, VatVariables {
  readonly PAYMENTS: PaymentsConfig['payments'];
  readonly BUNDLES: readonly Bundle[];
  readonly POPULAR_BUNDLE: string;
  readonly DESK_LIMITS: DeskLimits;
  readonly PAYMENT_METHODS?: readonly PaymentOption[] | undefined;
}

/** The configuration, or a sentence about what is wrong. */
export function paymentsConfig(env: PaymentVariables): PaymentsConfig | string {
  const paynl = env.PAYMENTS === 'paynl' ? paynlConfig(env) : null;
  if (typeof paynl === 'string') return paynl;
  const dialxs = env.PAYMENTS === 'dialxs' ? dialxsConfig(env) : null;
  if (typeof dialxs === 'string') return dialxs;
  return {
    payments: env.PAYMENTS,
    paynl,
    dialxs,
    ...vatConfig(env),
    deskLimits: env.DESK_LIMITS,
    bundles: env.BUNDLES,
    popularBundle: env.POPULAR_BUNDLE,
    paymentMethods: env.PAYMENT_METHODS ?? defaultPaymentMethods(env.PAYMENTS),
  };
}

function paynlConfig(env: PaynlVariables): PaynlConfig | string {
  const { PAYNL_SERVICE_ID: serviceId, PAYNL_SECRET: secret } = env;
  if (!serviceId || !secret) return 'PAYMENTS=paynl needs PAYNL_SERVICE_ID (SL-####-####) and PAYNL_SECRET.';
  return {
    serviceId,
    username: env.PAYNL_USERNAME ?? serviceId,
    secret,
    url: env.PAYNL_URL,
    refundUrl: env.PAYNL_REFUND_URL,
    test: env.PAYNL_TEST,
  };
}

function dialxsConfig(env: DialxsVariables): DialxsConfig | string {
  const { DIALXS_URL: url, DIALXS_MERCHANT: merchant, DIALXS_SECRET: secret } = env;
  if (!url || !merchant || !secret)
    return 'PAYMENTS=dialxs needs DIALXS_URL, DIALXS_MERCHANT and DIALXS_SECRET.';
  return { url, merchant, secret };
}

/** The displayed number to call, and the price of a call. */
export interface DialInConfig {
  number: string;
  tariff: Tariff;
}

/** Erotic services belong on 0906 (Dutch numbering plan). This number is not assigned. */
const DEFAULT_NUMBER = '0906 - 0061';
/** EUR 0.80 per minute (live spec 9). */
const DEFAULT_CENTS = 80;
/** `minutes:cents`: 30 minutes for EUR 2.99 (live spec 9). */
const DEFAULT_PROMO = '30:299';

/** `off` for no promotion. */
const promoSchema = z
  .string()
  .regex(/^(off|[1-9]\d{0,3}:[1-9]\d{0,5})$/, 'must be minutes:cents, such as 30:299, or off')
  .transform((text): Tariff['promo'] => {
    if (text === 'off') return null;
    const [minutes = 0, cents = 0] = text.split(':').map(Number);
    return { minutes, cents };
  });

export const phoneVariables = {
  IVR: is(
    z.enum(['off', 'sandbox']).optional(),
    'telephone provider for guests who pay by phone call: `off`, or `sandbox`, the simulated telephone at `/dev/phone`, refused in production',
    '`sandbox` in the demo, else `off`',
  ),
  PHONE_NUMBER: is(
    z
      .string()
      .regex(/^\+?[\d -]{4,24}$/, 'must be a telephone number of 4 to 24 digits, spaces and hyphens')
      .default(DEFAULT_NUMBER),
    'number to call, as displayed',
  ),
  PHONE_CENTS_PER_MINUTE: is(
    z.coerce.number().int().min(1).default(DEFAULT_CENTS),
    'price of a minute in cents',
  ),
  PHONE_PROMO: is(
    z.string().default(DEFAULT_PROMO).pipe(promoSchema),
    'promotion as `minutes:cents`: the first minutes of a call cost at most this many cents; `off` for none',
  ),
};

interface PhoneVariables {
  readonly PHONE_NUMBER: string;
  readonly PHONE_CENTS_PER_MINUTE: number;
  readonly PHONE_PROMO: Tariff['promo'];
}

export const dialInConfig = (env: PhoneVariables): DialInConfig => ({
  number: env.PHONE_NUMBER,
  tariff: { centsPerMinute: env.PHONE_CENTS_PER_MINUTE, promo: env.PHONE_PROMO },
});
