import { z } from 'zod';
import { defaultDays } from '#contract/content/texts.ts';
import { type PaymentOption, payMethods, providerOf } from '#contract/wallet/payment.ts';
import type { Bundle } from '#contract/wallet/purchase-calls.ts';
import { flag, is } from '../explained.ts';

/** `id:cents:credits`, in display order. */
export const DEFAULT_BUNDLES = 'start:495:300,plus:995:650,comfort:1995:1400,ruim:4995:3700,royaal:9995:8000';

export const DEFAULT_POPULAR = 'comfort';

/** `method:id`; the default ids of payment methods at Pay.nl (live spec 9). */
const PAYNL_METHODS = 'ideal:10,creditcard:709,mistercash:436,sofortbanking:595,paysafecard:553';
/** DialXS uses words as ids (live spec 9). */
const DIALXS_METHODS = 'ideal:ideal,creditcard:creditcard';

const whole = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a whole number above 0')
  .transform(Number);
const bundleId = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be an id like start');
const bundleSchema = z.tuple([bundleId, whole, whole]);
const methodSchema = z.tuple([z.enum(payMethods), z.string().regex(/^\w{1,32}$/)]);

const rows = (text: string): string[][] => text.split(',').map((row) => row.trim().split(':'));
const noRepeat = (names: readonly string[]): boolean => new Set(names).size === names.length;

export const bundlesSchema = z
  .string()
  .transform(rows)
  .pipe(z.array(bundleSchema).min(1))
  .transform((list): Bundle[] => list.map(([id, cents, credits]) => ({ id, cents, credits })))
  .refine((list) => noRepeat(list.map(({ id }) => id)), 'must not have an id twice');

export const paymentMethodsSchema = z
  .string()
  .transform(rows)
  .pipe(z.array(methodSchema).min(1))
  .transform((list): PaymentOption[] =>
    list.map(([method, id]) => ({ id, provider: providerOf(id), method })),
  )
  .refine((list) => noRepeat(list.map(({ id }) => id)), 'must not have an id twice');

export const defaultPaymentMethods = (provider: 'sandbox' | 'paynl' | 'dialxs'): PaymentOption[] =>
  paymentMethodsSchema.parse(provider === 'dialxs' ? DIALXS_METHODS : PAYNL_METHODS);

export interface FreeCreditsConfig {
  /** Whether performers earn from credits that the house gave. */
  freeCreditsEarn: boolean;
  /** New accounts that make a ring, 0 for none; days for which an account is new. */
  ring: { accounts: number; days: number };
}

export const freeCreditVariables = {
  FREE_CREDITS_EARN: is(
    flag(true),
    'performers earn from welcome and goodwill credits that members spend; with `false` only from bought ones',
  ),
  RING_ACCOUNTS: is(
    z.coerce.number().int().min(0).default(5),
    'new accounts of one network or mailbox that spend free credits at the same performer before the desk gets an [alert](operate/desk.md#rings); `0` for never, and no networks are stored',
  ),
  RING_DAYS: is(
    z.coerce.number().int().min(1).max(30).default(defaultDays.networkDays),
    'days for which an account counts as new for that alert, and for which the hash of its network is stored. The privacy statement names them as `{{networkDays}}`',
  ),
};

interface FreeCreditVariables {
  readonly FREE_CREDITS_EARN: boolean;
  readonly RING_ACCOUNTS: number;
  readonly RING_DAYS: number;
}

export const freeCreditsConfig = (env: FreeCreditVariables): FreeCreditsConfig => ({
  freeCreditsEarn: env.FREE_CREDITS_EARN,
  ring: { accounts: env.RING_ACCOUNTS, days: env.RING_DAYS },
});
