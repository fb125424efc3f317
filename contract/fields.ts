import { z } from 'zod';
import { defaultLocale, locales } from './locales.ts';

/** Fields that many calls have. What comes in a query is text: numbers and booleans are read from it. */

/** A row's number, as the database holds it. */
export const rowId = z.coerce.number().int().min(1).max(2_147_483_647);
export const count = z.coerce.number().int().min(1);
export const yes = z.union([z.boolean(), z.stringbool()]);
/** Only pictures that show nothing explicit; filled from the `x-non-nude` header. */
export const nonNude = yes.default(false);
/** The language of what a call answers; filled from the `x-lang` header. What is not there is in the default one. */
export const textLang = z.string().max(16).default(defaultLocale);
/** The language of the mail a call sends; filled from the `x-lang` header. An unknown one is the default. */
export const mailLang = z.enum(locales).default(defaultLocale).catch(defaultLocale);
/** An act that has nothing to say but that it was done. */
export const done = z.literal(true);
