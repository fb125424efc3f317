import { join } from 'node:path';
import { type Locale, locales } from '#contract/locales.ts';
import { type NameWords, nameWordsSchema } from '#contract/member/name-words.ts';
import { foldLetters, withoutGivenNames } from '#contract/member/usernames.ts';
import { ConfigError } from '#server/config/config.ts';
import { readWordFile } from '#server/content/word-file.ts';
import type { Brand } from '#server/ports/deps.ts';

/** From this many letters on, a word of the operator's list also matches inside other words. */
const INSIDE_FROM = 6;

/** Returns a function that detects insults in any language and words on the operator's list. */
export function insultTest({
  nameWords,
  forbiddenWords,
}: Pick<Brand, 'nameWords' | 'forbiddenWords'>): (name: string) => boolean {
  const insults = locales.flatMap((locale) => nameWords[locale].insults ?? []);
  const operators = forbiddenWords.map((word) => (word.length >= INSIDE_FROM ? `*${word}*` : word));
  const patterns = [...insults, ...operators].map(patternOf);
  return (name) =>
    partsOf(withoutGivenNames(name)).some((part) => patterns.some((pattern) => pattern.test(part)));
}

/** A lower-case i: unlike a capital one, it does not look like an l. */
const SMALL_I = '\u00a1';

/** The name and its words in look-alike form, also without leading or trailing digits. */
function partsOf(name: string): string[] {
  const words = name.split(/[-_]+|(?<=[a-z])(?=[A-Z])/);
  const parts = [name, ...words].flatMap((part) => [part, part.replace(/^\d+|\d+$/g, '')]);
  return [...new Set(parts.map(readName))];
}

function readName(part: string): string {
  // In an all-capitals part, I is an i.
  const cased = part === part.toUpperCase() ? part.toLowerCase() : part;
  return foldLetters(cased.normalize('NFKD').replaceAll('i', SMALL_I));
}

/** A letter may be repeated, but a doubled letter of the word must be at least doubled: `niger` is another word. */
function patternOf(word: string): RegExp {
  const runs = readName(word.toLowerCase()).match(/([\p{L}\p{N}\u00a1])\1*/gu) ?? [];
  const letters = runs
    .map((run) => `${run[0] === SMALL_I ? `[i${SMALL_I}]` : [...run][0]}{${[...run].length},}`)
    .join('');
  return letters === ''
    ? /(?!)/
    : new RegExp(`${word.startsWith('*') ? '' : '^'}${letters}${word.endsWith('*') ? '' : '$'}`, 'u');
}

/** Relative to the project's root; one file per language. */
const WORD_FOLDER = 'src/content/words';

/** Reads the words for random names. Throws a ConfigError that names file and field. */
export async function openNameWords(folder: string = WORD_FOLDER): Promise<NameWords> {
  const words: Partial<Record<Locale, NameWords[Locale]>> = {};
  for (const locale of locales) {
    const path = join(folder, `${locale}.json`);
    words[locale] = await readWordFile(path, nameWordsSchema, 'each language needs one');
  }
  refuseOneLanguage(words as NameWords, folder);
  return words as NameWords;
}

/** Languages share a few words; if most are shared, one list was copied. */
function refuseOneLanguage(words: NameWords, folder: string): void {
  const [first, ...others] = locales;
  for (const locale of others)
    for (const kind of ['adjectives', 'nouns'] as const) {
      const same = words[locale][kind].filter((word) => words[first][kind].includes(word));
      if (same.length * 2 > words[locale][kind].length)
        throw new ConfigError(
          `${join(folder, `${locale}.json`)}: most ${kind} are the same as in ${first}.json; translate them.`,
        );
    }
}
