import { join } from 'node:path';
import { type Locale, locales } from '#contract/locales.ts';
import { type NameWords, nameWordsSchema } from '#contract/member/name-words.ts';
import { ConfigError } from '#server/config/config.ts';
import { readWordFile } from '#server/content/word-file.ts';

/** Relative to the project's root; one file per language. */
const NAME_FOLDER = 'src/content/names';

/** Reads the words for random names. Throws a ConfigError that names file and field. */
export async function openNameWords(folder: string = NAME_FOLDER): Promise<NameWords> {
  const words: Partial<Record<Locale, NameWords[Locale]>> = {};
  for (const locale of locales) {
    const path = join(folder, `${locale}.json`);
    words[locale] = await readWordFile(path, nameWordsSchema, 'names need one for each language');
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
