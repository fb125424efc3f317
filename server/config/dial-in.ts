import { z } from 'zod';
import type { Tariff } from '#contract/wallet/dial-in-calls.ts';
import { is } from './explained.ts';

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
