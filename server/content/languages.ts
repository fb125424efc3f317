import { z } from 'zod';
import { features } from '#contract/features.ts';
import { type Locale, locales } from '#contract/locales.ts';
import { contentOf } from './content.ts';

const word = z.string().regex(/^\p{Ll}+$/u, 'must be a word in small letters');

const pattern = z.string().refine(isPattern, 'must be a regular expression');

/** Words that hold a language together and mean nothing by themselves, and words that give a promise away. */
export const languageTexts = contentOf(
  'languages',
  z.strictObject({
    commonWords: z.array(word).min(20, 'must be a list of at least 20 words'),
    /** By feature: a regular expression for words that promise it, in any case. */
    promises: z.partialRecord(z.enum(features), pattern),
  }),
);

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

let telling: ReadonlyMap<string, readonly Locale[]> | undefined;

/** Each word with the languages that have it. */
function tellingWords(): ReadonlyMap<string, readonly Locale[]> {
  const found = new Map<string, Locale[]>();
  for (const locale of locales)
    for (const one of new Set(languageTexts.in(locale).commonWords))
      found.set(one, [...(found.get(one) ?? []), locale]);
  return found;
}

/** Below this a text is too short to tell. */
const ENOUGH = 3;
/** A text may quote another language; beyond this it is written in it. */
const CLEARLY = 3;

/** The language a text reads as; null where its words do not tell. */
export function languageOf(text: string): Locale | null {
  telling ??= tellingWords();
  const hits = new Map<Locale, number>(locales.map((locale) => [locale, 0]));
  for (const [one] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
    for (const locale of telling.get(one) ?? []) hits.set(locale, (hits.get(locale) ?? 0) + 1);
  }
  const [first, second] = [...hits].sort(([, a], [, b]) => b - a);
  if (!first || first[1] < ENOUGH || first[1] < CLEARLY * (second?.[1] ?? 0)) return null;
  return first[0];
}

/** "Dutch" */
export const languageName = (locale: Locale): string =>
  new Intl.DisplayNames('en', { type: 'language' }).of(locale) ?? locale;

/** Null where the text is in the language it should be in, or does not tell. */
export function otherLanguageOf(text: string, locale: Locale): Locale | null {
  const found = languageOf(text);
  return found === locale ? null : found;
}
