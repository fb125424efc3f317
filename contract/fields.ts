import { z } from 'zod';
import { defaultLocale, locales } from './locales.ts';

/** Fields that many calls have. Query values are text, so numbers and booleans are coerced. */

export const rowId = z.coerce.number().int().min(1).max(2_147_483_647);
export const count = z.coerce.number().int().min(1);
export const yes = z.union([z.boolean(), z.stringbool()]);
/** From the `x-non-nude` header. */
export const nonNude = yes.default(false);
/** Language of the answer, from the `x-lang` header. */
export const textLang = z.string().max(16).default(defaultLocale);
/** Language of the mail a call sends, from the `x-lang` header; unknown ones become the default. */
export const mailLang = z.enum(locales).default(defaultLocale).catch(defaultLocale);
export const done = z.literal(true);

/** What a client may send with every call, whether the call asks for it or not (platform spec 7). */
export const carriedFields: readonly string[] = ['lang', 'token', 'noNude', 'nonNude', 'api-key'];
