import { z } from 'zod';
import type { Bundle } from '#contract/wallet/purchase-calls.ts';
import type { PaymentOption } from '#contract/wallet/payment.ts';
import { type VatRate, vatRatesSchema } from '#contract/wallet/vat.ts';
import {
  bundlesSchema,
  DEFAULT_BUNDLES,
  DEFAULT_POPULAR,
  defaultPaymentMethods,
  paymentMethodsSchema,
} from './offers.ts';

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

export interface PaymentsConfig {
  payments: 'sandbox' | 'paynl' | 'dialxs';
  /** Null unless Pay.nl is the provider. */
  paynl: PaynlConfig | null;
  /** Null unless DialXS is the provider. */
  dialxs: DialxsConfig | null;
  vatRates: readonly VatRate[];
  /** Cents that operators may refund to a member within a day without a second operator. */
  refundReviewAbove: number;
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
  refundReviewAbove: z.coerce.number().int().min(0).default(5000),
  vat: z.string().default('21').pipe(vatRatesSchema),
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

interface PaymentVariables extends PaynlVariables, DialxsVariables {
  readonly PAYMENTS: PaymentsConfig['payments'];
  readonly BUNDLES: readonly Bundle[];
  readonly POPULAR_BUNDLE: string;
  readonly REFUND_REVIEW_ABOVE: number;
  readonly VAT: readonly VatRate[];
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
    vatRates: env.VAT,
    refundReviewAbove: env.REFUND_REVIEW_ABOVE,
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
