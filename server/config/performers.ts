import { z } from 'zod';
import type { PriceRules } from '#contract/chat/prices.ts';
import { RATE_MAX } from '#contract/desk/money/book-calls.ts';
import { is } from './explained.ts';
import { pricesSchema } from './money/prices.ts';

export interface PerformersConfig {
  /** Only performers with an approved identity record go live, and are paid. */
  identityRequired: boolean;
  /** Cents that performers are paid for 100 credits; null if none is set, and nothing is paid out. */
  payoutRate: number | null;
  /** Credits below which nothing is paid out. */
  payoutMinimum: number;
  /** Days after which payouts wait for payout and tax details that were asked for; 0 if nothing is asked. */
  sellerDays: number;
  /** Tax number of the house in reports; empty without one. */
  taxNumber: string;
  /** What performers may ask for paid time; null if all ask the specification's prices. */
  prices: PriceRules | null;
  /** Whether performers may do without a second factor; if not, a login without one opens only its set-up. */
  secondFactor: 'offered' | 'required';
}

const DEMO_PAYOUT_RATE = 50;

export const performerVariables = {
  IDENTITY_REQUIRED: is(
    z.enum(['on', 'off']).optional(),
    '`on`: only performers whose [identity record](operate/performers.md#identity-records) is approved go live and are paid. Without it `on` in production, `off` in the demo',
  ),
  PAYOUT_RATE: is(
    z.coerce.number().int().min(1).max(RATE_MAX).optional(),
    'cents that performers are paid for 100 credits, see [payouts](operate/payouts.md)',
    'none: no payout can be marked as paid; `50` in the demo',
  ),
  PAYOUT_MINIMUM: is(
    z.coerce.number().int().min(0).default(0),
    'credits below which nothing is paid out; they stay due with the next month',
  ),
  SELLER_DAYS: is(
    z.coerce
      .number()
      .int()
      .refine((days) => days === 0 || days >= 60, 'must be 0, or at least the 60 days of Directive 2021/514')
      .default(60),
    'days after the request for [payout and tax details](operate/tax.md#performers) from which payouts wait for them; reminders are sent after a third and two thirds. `0`: nothing is asked',
  ),
  TAX_NUMBER: is(
    z
      .string()
      .regex(/^[A-Za-z0-9]{4,20}$/, 'must be letters and digits')
      .optional(),
    'tax number of the company (in the Netherlands the RSIN) in the yearly [report on performers](operate/tax.md#the-yearly-report)',
    'none: the report says that it is unknown',
  ),
  PRICES: is(
    pricesSchema.optional(),
    'bounds within which performers set their own prices, as `chat=30-120/6,vip=120-480/12,unit=10`, see [prices](operate/performers.md#prices)',
    'none: 60 credits for a minute of chat, 240 for one of VIP',
  ),
  PERFORMER_SECOND_FACTOR: is(
    z.enum(['offered', 'required']).default('offered'),
    '`required`: a performer’s login opens only the set-up of her [second factor](operate/performers.md#second-factor), until she has one and has given it',
  ),
};

interface PerformerVariables {
  readonly MODE: 'demo' | 'production';
  readonly IDENTITY_REQUIRED?: 'on' | 'off' | undefined;
  readonly PAYOUT_RATE?: number | undefined;
  readonly PAYOUT_MINIMUM: number;
  readonly SELLER_DAYS: number;
  readonly TAX_NUMBER?: string | undefined;
  readonly PRICES?: PriceRules | undefined;
  readonly PERFORMER_SECOND_FACTOR: 'offered' | 'required';
}

export const performersConfig = (env: PerformerVariables): PerformersConfig => ({
  identityRequired: (env.IDENTITY_REQUIRED ?? (env.MODE === 'production' ? 'on' : 'off')) === 'on',
  payoutRate: env.PAYOUT_RATE ?? (env.MODE === 'demo' ? DEMO_PAYOUT_RATE : null),
  payoutMinimum: env.PAYOUT_MINIMUM,
  sellerDays: env.SELLER_DAYS,
  taxNumber: env.TAX_NUMBER ?? '',
  prices: env.PRICES ?? null,
  secondFactor: env.PERFORMER_SECOND_FACTOR,
});
