import { z } from 'zod';

/** Erotic services belong on 0906 (Dutch numbering plan). This one is nobody's. */
export const DEFAULT_NUMBER = '0906 - 0061';
/** EUR 0.80 a minute (live spec 9). */
export const DEFAULT_CENTS = 80;
/** `minutes:cents`: 30 minutes for EUR 2.99 (live spec 9). */
export const DEFAULT_PROMO = '30:299';

export const phoneNumberSchema = z.string().regex(/^\+?[\d -]{4,24}$/, 'a telephone number');

/** `off` for none. */
export const promoSchema = z
  .string()
  .regex(/^(off|[1-9]\d{0,3}:[1-9]\d{0,5})$/, '`minutes:cents`, or `off`')
  .transform((text) => {
    if (text === 'off') return null;
    const [minutes = 0, cents = 0] = text.split(':').map(Number);
    return { minutes, cents };
  });
