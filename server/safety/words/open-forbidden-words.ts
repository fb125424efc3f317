import { join } from 'node:path';
import { z } from 'zod';
import { trimBlank } from '#contract/input.ts';
import { locales } from '#contract/locales.ts';
import { readWordFile } from '#server/content/word-file.ts';

/** Relative to the project's root; one file per language. */
const WORD_FOLDER = 'src/content/words';

const schema = z.strictObject({
  forbidden: z.array(z.string().overwrite(trimBlank).min(2, 'must have at least 2 characters').max(40)),
});

/** The operator's forbidden words in all languages. Throws ConfigError naming file and field. */
export async function openForbiddenWords(folder: string = WORD_FOLDER): Promise<string[]> {
  const words = new Set<string>();
  // One after the other, so that of several broken files the same one is always reported.
  for (const locale of locales) {
    const missing = 'an empty list of forbidden words is {"forbidden": []}';
    const { forbidden } = await readWordFile(join(folder, `${locale}.json`), schema, missing);
    for (const word of forbidden) words.add(word);
  }
  return [...words];
}
