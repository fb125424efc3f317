import * as z from 'zod/mini';
import { monthPattern } from './day.ts';
import { trimBlank } from './input.ts';
import { defaultLocale, locales } from './locales.ts';

/** Fields used by many calls. Query values are text, so numbers and booleans are coerced. */

/** Highest row id. */
export const ROW_MAX = 2_147_483_647;
export const rowId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(ROW_MAX));
export const count = z.coerce.number().check(z.int(), z.minimum(1));
export const yes = z.union([z.boolean(), z.stringbool()]);
/** From the `x-non-nude` header. */
export const nonNude = z._default(yes, false);
/** One value or a list: `filter[age]=18-24` equals `filter[age][]=18-24`. */
export const listOf = <Item extends z.ZodMiniType>(item: Item, max: number) =>
  z.union([
    z.array(item).check(z.maxLength(max)),
    z.pipe(
      item,
      z.transform((one) => [one]),
    ),
  ]);
/** A text id that may be sent as a number. */
export const textId = (max: number) =>
  z.union([z.string().check(z.maxLength(max)), z.pipe(z.number(), z.transform(String))]);
/** Basic route values from a client, as text; lists, objects and nulls are dropped (platform spec 3). */
export const metaValues = z
  .pipe(
    z.record(z.string().check(z.maxLength(64)), z.unknown()),
    z.transform((values) =>
      Object.fromEntries(
        Object.entries(values)
          .filter(([, value]) => value !== null && typeof value !== 'object')
          .map(([name, value]) => [name, String(value)] as const),
      ),
    ),
  )
  .check(z.refine((values) => Object.values(values).every((value) => value.length <= 256)));
/** Language of the answer, from the `x-lang` header. */
export const textLang = z._default(z.string().check(z.maxLength(16)), defaultLocale);
/**
 * Language of the page of a call, from the `x-lang` header; the default if unknown. Mails to members use the
 * account's language instead.
 */
export const mailLang = z.catch(z._default(z.enum(locales), defaultLocale), defaultLocale);
/** A stored language; becomes the default if it is no longer served. */
export const storedLang = z.catch(z.enum(locales), defaultLocale);
/** A moment as ISO 8601 in UTC. */
export const moment = z.iso.datetime();
/** A month in the operator's time zone. */
export const monthField = z.string().check(z.regex(monthPattern));
export const done = z.literal(true);

/** Fields a client may send with every call, used or not (platform spec 7). */
export const carriedFields: readonly string[] = ['lang', 'token', 'noNude', 'nonNude', 'api-key'];

export const CHAT_MESSAGE_MAX = 250;

const segmenter = /* @__PURE__ */ new Intl.Segmenter('nl', { granularity: 'grapheme' });

/** Counts user-perceived characters: an emoji with modifiers is one. */
export function lengthOf(text: string): number {
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** On one line. */
export const tidyLine = (text: string): string => trimBlank(text.replace(/\s+/g, ' '));

/**
 * Tidied, at most this many user-perceived characters, may be empty. The cap in UTF-16 units bounds the work of
 * counting.
 */
export const cappedText = (max: number, tidy: (text: string) => string = trimBlank) =>
  z.string().check(
    z.maxLength(max * 16),
    z.overwrite(tidy),
    z.refine((text) => lengthOf(text) <= max),
  );

export const anyChatTextSchema = /* @__PURE__ */ cappedText(CHAT_MESSAGE_MAX);

/** Like `anyChatTextSchema`, but not empty. */
export const chatTextSchema = anyChatTextSchema.check(z.refine((text) => text !== ''));

/** Chosen by the sender, so that a message sent again is stored once; the server creates one if it is missing. */
export const clientIdSchema = z.uuid();
