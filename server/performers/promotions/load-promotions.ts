import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Promotion, promotionFileSchema } from '#contract/performers/promotion-file.ts';
import { ConfigError } from '#server/config/config.ts';

/** One JSON file each, in order. Throws ConfigError that lists every mistake with file and field. */
export async function loadPromotions(folder: string): Promise<Promotion[]> {
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
  const read = await Promise.all(
    files.map(async (name) => readPromotion(join(folder, name), await readFile(join(folder, name), 'utf8'))),
  );
  const mistakes = read.flatMap((one) => ('mistakes' in one ? one.mistakes : []));
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'));
  return read
    .flatMap((one) => ('promotion' in one ? [one.promotion] : []))
    .sort((a, b) => a.position - b.position);
}

function readPromotion(file: string, content: string): { promotion: Promotion } | { mistakes: string[] } {
  let written: unknown;
  try {
    written = JSON.parse(content);
  } catch (error) {
    return { mistakes: [`${file} is not JSON: ${error instanceof Error ? error.message : 'unreadable'}.`] };
  }
  const parsed = promotionFileSchema.safeParse(written);
  if (parsed.success) return { promotion: parsed.data };
  return {
    mistakes: parsed.error.issues.map((issue) =>
      issue.code === 'unrecognized_keys'
        ? `${file}: there is no field named ${issue.keys.join(', ')}${at(issue.path)}.`
        : `${file}: ${issue.path.join('.') || 'the file'} has to be ${expected(issue)}.`,
    ),
  };
}

const at = (path: readonly PropertyKey[]): string => (path.length > 0 ? ` in ${path.join('.')}` : '');

/** Strips zod's prefix ("Invalid input: expected …"); our own messages have none. */
const expected = ({ message }: { message: string }): string =>
  message
    .replace(/^Invalid input: expected (\S+), received undefined$/, 'given')
    .replace(/^Invalid input: expected /, '');
