import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Locale, locales } from '#contract/locales.ts';
import { type NameWords, nameWordsSchema } from '#contract/member/name-words.ts';
import { ConfigError } from '#server/config/config.ts';

/** Relative to the project's root: a file for each language. */
const NAME_FOLDER = 'src/content/names';

/** Reads the words that names are made of. Throws ConfigError that names file and field. */
export async function openNameWords(folder: string = NAME_FOLDER): Promise<NameWords> {
  const words: Partial<Record<Locale, NameWords[Locale]>> = {};
  for (const locale of locales) words[locale] = await readWords(join(folder, `${locale}.json`));
  return words as NameWords;
}

async function readWords(path: string): Promise<NameWords[Locale]> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null)
    throw new ConfigError(`${path}: this file is missing; names need one for each language.`);
  const parsed = nameWordsSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`${path}: ${wrong.join('; ')}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
