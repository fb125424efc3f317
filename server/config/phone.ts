import { z } from 'zod';
import type { Tariff } from '#contract/wallet/dial-in.ts';

/** The number to be called, as it is shown, and what a call costs. */
export interface PhoneConfig {
  number: string;
  tariff: Tariff;
}

/** Erotic services belong on 0906 (Dutch numbering plan). This one is nobody's. */
const DEFAULT_NUMBER = '0906 - 0061';
/** EUR 0.80 a minute (live spec 9). */
const DEFAULT_CENTS = 80;
/** `minutes:cents`: 30 minutes for EUR 2.99 (live spec 9). */
const DEFAULT_PROMO = '30:299';

/** `off` for none. */
const promoSchema = z
  .string()
  .regex(/^(off|[1-9]\d{0,3}:[1-9]\d{0,5})$/, '`minutes:cents`, or `off`')
  .transform((text): Tariff['promo'] => {
    if (text === 'off') return null;
    const [minutes = 0, cents = 0] = text.split(':').map(Number);
    return { minutes, cents };
  });

export const phoneSchemas = {
  number: z
    .string()
    .regex(/^\+?[\d -]{4,24}$/, 'a telephone number')
    .default(DEFAULT_NUMBER),
  cents: z.coerce.number().int().min(1).default(DEFAULT_CENTS),
  promo: z.string().default(DEFAULT_PROMO).pipe(promoSchema),
};

interface PhoneVariables {
  readonly PHONE_NUMBER: string;
  readonly PHONE_CENTS_PER_MINUTE: number;
  readonly PHONE_PROMO: Tariff['promo'];
}

export const phoneConfig = (env: PhoneVariables): PhoneConfig => ({
  number: env.PHONE_NUMBER,
  tariff: { centsPerMinute: env.PHONE_CENTS_PER_MINUTE, promo: env.PHONE_PROMO },
});
