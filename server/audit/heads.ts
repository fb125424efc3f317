import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type Head, headOf } from './chain.ts';
import { auditTold } from './tables.ts';

const HOUR_MS = 3_600_000;

/** Notes that something is told, unless it was at or after `earliest`. Locks the row, so that of two nodes one tells. */
export async function isDue(
  tx: Pick<Tx, 'select' | 'insert'>,
  { what, earliest, at }: { what: 'head' | 'digest'; earliest: Date; at: Date },
): Promise<boolean> {
  await tx
    .insert(auditTold)
    .values({ what, at: new Date(0) })
    .onConflictDoNothing();
  const [row] = await tx.select().from(auditTold).where(eq(auditTold.what, what)).for('update');
  if (row && row.at >= earliest && row.at <= at) return false;
  await tx.insert(auditTold).values({ what, at }).onConflictDoUpdate({ target: auditTold.what, set: { at } });
  return true;
}

/** Writes the head into the file and the log, at most once an hour. Returns null if it is not due, or nothing is sealed. */
export async function writeHead({
  config,
  db,
  events,
  now,
}: Pick<Deps, 'config' | 'db' | 'events' | 'now'>): Promise<Head | null> {
  const at = now();
  return db.transaction(async (tx) => {
    if (!(await isDue(tx, { what: 'head', earliest: new Date(at.getTime() - HOUR_MS + 1), at }))) return null;
    const seal = await headOf(tx);
    if (!seal) return null;
    const { position, hash } = seal;
    // Before the commit: a file that cannot be written is tried again.
    await mkdir(dirname(config.auditHeadFile), { recursive: true });
    await appendFile(config.auditHeadFile, `${at.toISOString()} ${position} ${hash}\n`);
    events.record('audit.head', { position, hash });
    return { at, position, hash };
  });
}

const lineSchema = z.tuple([
  z.iso.datetime().transform((text) => new Date(text)),
  z.coerce.number().int().positive(),
  z.string().regex(/^[0-9a-f]{64}$/),
]);

/** The heads in a file, oldest first. Throws for a line that is none: somebody has edited the file. */
export async function readHeads(file: string): Promise<Head[]> {
  const text = await readFile(file, 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => {
      const parsed = lineSchema.safeParse(line.split(' '));
      if (!parsed.success) throw new Error(`${file}: line ${index + 1} is no head of the audit trail`);
      const [at, position, hash] = parsed.data;
      return { at, position, hash };
    });
}
