import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodingMistake } from '#contract/front-matter.ts';
import { type Locale, locales } from '#contract/locales.ts';
import { type NameWords, nameWordsSchema } from '#contract/member/name-words.ts';
import { ConfigError } from '#server/config/config.ts';

/** Relative to the project's root: a file for each language. */
const NAME_FOLDER = 'src/content/names';

/** Reads the words that names are made of. Throws ConfigError that names file and field. */
export async function openNameWords(folder: string = NAME_FOLDER): Promise<NameWords> {
  const words: Partial<Record<Locale, NameWords[Locale]>> = {};
  for (const locale of locales) words[locale] = await readWords(join(folder, `${locale}.json`));
  refuseOneLanguage(words as NameWords, folder);
  return words as NameWords;
}

/** Languages share a word here and there; most of a list they share only when one was copied. */
function refuseOneLanguage(words: NameWords, folder: string): void {
  const [first, ...others] = locales;
  for (const locale of others)
    for (const kind of ['adjectives', 'nouns'] as const) {
      const same = words[locale][kind].filter((word) => words[first][kind].includes(word));
      if (same.length * 2 > words[locale][kind].length)
        throw new ConfigError(
          `${join(folder, `${locale}.json`)}: most ${kind} are those of ${first}.json; translate them.`,
        );
    }
}

async function readWords(path: string): Promise<NameWords[Locale]> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null)
    throw new ConfigError(`${path}: this file is missing; names need one for each language.`);
  const unreadable = encodingMistake(text);
  if (unreadable) throw new ConfigError(`${path}: ${unreadable}.`);
  const written = parseJson(text);
  if (written === null) throw new ConfigError(`${path}: this file is not JSON.`);
  const parsed = nameWordsSchema.safeParse(written);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map((issue) => `${path}: ${issue.path.join('.')} ${issue.message}.`);
  throw new ConfigError(wrong.join('\n'));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
