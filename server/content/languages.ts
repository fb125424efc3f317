import { z } from 'zod';
import { type Locale, locales } from '#contract/locales.ts';
import { features } from '#contract/site/features.ts';
import { contentOf } from './content.ts';

const word = z.string().regex(/^\p{Ll}+$/u, 'must be a word in lowercase letters');

const pattern = z.string().refine(isPattern, 'must be a regular expression');

/** Function words, by which a language is detected, and words that promise a feature or make a claim. */
export const languageTexts = contentOf(
  'languages',
  z.strictObject({
    commonWords: z.array(word).min(20, 'must be a list of at least 20 words'),
    /** By feature: a regular expression for words that promise it, case-insensitive. */
    promises: z.partialRecord(z.enum(features), pattern),
    /**
     * Words of statements about who sees, reads, pays, earns or keeps something (scripts/claims/): an absolute or a
     * person near an act, or a phrase. Regular expressions, whole words, any case.
     */
    claims: z.strictObject({ absolute: pattern, act: pattern, who: pattern, does: pattern, phrase: pattern }),
  }),
);

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

/** Minimum number of known words for a detection. */
const ENOUGH = 3;
/** The language must have this many times the words of the next one, which a text may quote. */
const CLEARLY = 3;

/** The language a text is written in; null if it can't be detected. */
export function languageOf(text: string): Locale | null {
  const words: readonly string[] = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const hits = locales.map((locale): [Locale, number] => {
    const { commonWords } = languageTexts.in(locale);
    return [locale, words.filter((one) => commonWords.includes(one)).length];
  });
  const [first, second] = hits.sort(([, a], [, b]) => b - a);
  if (!first || first[1] < ENOUGH || first[1] < CLEARLY * (second?.[1] ?? 0)) return null;
  return first[0];
}

/** "Dutch" */
export const languageName = (locale: Locale): string =>
  new Intl.DisplayNames('en', { type: 'language' }).of(locale) ?? locale;

/** The detected language if it differs from the expected one; null if it does not, or is unknown. */
export function otherLanguageOf(text: string, locale: Locale): Locale | null {
  const found = languageOf(text);
  return found === locale ? null : found;
}
