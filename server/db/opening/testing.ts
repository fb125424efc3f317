import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { migrationsFolder } from './require-upgradable.ts';

/** `when` of the last migration before the squash, 0035_goal-of-tip. */
export const LAST_BEFORE = 1_797_015_600_000;
/** Number of files the chain was squashed into. */
export const FIRST = 10;

const journalSchema = z.object({
  entries: z.array(
    z.object({
      tag: z.string(),
      when: z.number(),
      /** Of the file as it was released; drizzle-orm does not read it. */
      sha256: z.string().optional(),
    }),
  ),
});

/** What the journal of the migrations lists. */
export async function readEntries() {
  const text = await readFile(join(migrationsFolder, 'meta/_journal.json'), 'utf8');
  return journalSchema.parse(JSON.parse(text)).entries;
}
