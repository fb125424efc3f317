import { z } from 'zod';
import { defaultLocale, locales } from './locales.ts';

/** Fields that many calls have. Query values are text, so numbers and booleans are coerced. */

/** The greatest id of a row. */
export const ROW_MAX = 2_147_483_647;
export const rowId = z.coerce.number().int().min(1).max(ROW_MAX);
export const count = z.coerce.number().int().min(1);
export const yes = z.union([z.boolean(), z.stringbool()]);
/** From the `x-non-nude` header. */
export const nonNude = yes.default(false);
/** One value, or a list of them: `filter[age]=18-24` says the same as `filter[age][]=18-24`. */
export const listOf = <Item extends z.ZodType>(item: Item, max: number) =>
  z.union([z.array(item).max(max), item.transform((one) => [one])]);
/** An id that is text here, and may be written as a number. */
export const textId = (max: number) => z.union([z.string().max(max), z.number().transform(String)]);
/** A client's notes about itself, as text: lists, objects and nulls are left out (platform spec 3: basic route values). */
export const metaValues = z
  .record(z.string().max(64), z.unknown())
  .transform((values) =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([, value]) => value !== null && typeof value !== 'object')
        .map(([name, value]) => [name, String(value)] as const),
    ),
  )
  .refine((values) => Object.values(values).every((value) => value.length <= 256));
/** Language of the answer, from the `x-lang` header. */
export const textLang = z.string().max(16).default(defaultLocale);
/** Language of the mail a call sends, from the `x-lang` header; unknown ones become the default. */
export const mailLang = z.enum(locales).default(defaultLocale).catch(defaultLocale);
/** Read back from where it was stored, perhaps by a release that served it: the default, unless it is served. */
export const storedLang = z.enum(locales).catch(defaultLocale);
export const done = z.literal(true);

/** What a client may send with every call, whether the call asks for it or not (platform spec 7). */
export const carriedFields: readonly string[] = ['lang', 'token', 'noNude', 'nonNude', 'api-key'];
