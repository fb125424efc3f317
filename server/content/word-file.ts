import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { encodingMistake } from '#contract/content/front-matter.ts';
import { ConfigError } from '#server/config/config.ts';

/**
 * Reads a JSON file of words. Throws ConfigError with one sentence per mistake, naming file and field; `missing` says
 * what the file is for.
 */
export async function readWordFile<Schema extends z.core.$ZodType>(
  path: string,
  schema: Schema,
  missing: string,
): Promise<z.output<Schema>> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) throw new ConfigError(`${path}: this file is missing; ${missing}.`);
  const unreadable = encodingMistake(text);
  if (unreadable) throw new ConfigError(`${path}: ${unreadable}.`);
  const written = parseJson(text);
  if (written === null) throw new ConfigError(`${path}: this file is not JSON.`);
  const parsed = z.safeParse(schema, written);
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
