import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { trimBlank } from '#contract/blank.ts';
import { locales } from '#contract/locales.ts';
import { ConfigError } from '#server/config/config.ts';

/** Relative to the project's root: a file for each language. */
const WORD_FOLDER = 'src/content/words';

const schema = z.strictObject({
  forbidden: z.array(z.string().overwrite(trimBlank).min(2, 'has a word of less than 2 characters').max(40)),
});

/** The operator's words that no chat shows, of all languages. Throws ConfigError that names file and field. */
export async function openForbiddenWords(folder: string = WORD_FOLDER): Promise<string[]> {
  const words = new Set<string>();
  // One after the other: of several broken files the same one is told each time.
  for (const locale of locales)
    for (const word of await readList(join(folder, `${locale}.json`))) words.add(word);
  return [...words];
}

async function readList(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null)
    throw new ConfigError(
      `${path}: this file is missing; an empty list of forbidden words is {"forbidden": []}.`,
    );
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data.forbidden;
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
