import { createHash } from 'node:crypto';
import { and, eq, lt, notExists, type SQL } from 'drizzle-orm';
import type { Deps } from '#server/ports/deps.ts';
import { reportedMessages } from '../reports/tables.ts';
import { photoFiles, photos } from './tables.ts';

/** ms that a file stays which nobody refers to: an upload of the same bytes may be under way. */
const SPARED_MS = 3_600_000;
/** Files of one pass. */
const BATCH = 200;

type FileDeps = Pick<Deps, 'db' | 'storage' | 'now'>;

const keyOf = (hash: string): string => `photos/${hash.slice(0, 2)}/${hash}.jpg`;

/** Answers the name under which the content is kept; a photo that refers to it has to be written within the hour. */
export async function keepFile({ db, storage, now }: FileDeps, content: Uint8Array): Promise<string> {
  const hash = createHash('sha256').update(content).digest('hex');
  // The row first: a sweep that is deleting the file is waited for here.
  await db
    .insert(photoFiles)
    .values({ hash, bytes: content.byteLength, keptAt: now() })
    .onConflictDoUpdate({ target: photoFiles.hash, set: { keptAt: now() } });
  if (!(await storage.has(keyOf(hash)))) await storage.put(keyOf(hash), content);
  return hash;
}

export const readFile = ({ storage }: Pick<Deps, 'storage'>, hash: string) => storage.get(keyOf(hash));

/** Deletes files that no photo and no report refers to. Answers how many. */
export async function removeUnusedFiles(deps: FileDeps): Promise<number> {
  const { db, storage, now } = deps;
  const before = new Date(now().getTime() - SPARED_MS);
  const unused = await db
    .select({ hash: photoFiles.hash })
    .from(photoFiles)
    .where(isUnused(deps, before))
    .limit(BATCH);
  let removed = 0;
  for (const { hash } of unused)
    await db.transaction(async (tx) => {
      const gone = await tx
        .delete(photoFiles)
        .where(and(eq(photoFiles.hash, hash), isUnused(deps, before)))
        .returning();
      if (gone.length === 0) return;
      // Within the transaction: where it fails, the row stays for the next pass.
      await storage.delete(keyOf(hash));
      removed += 1;
    });
  return removed;
}

const isUnused = ({ db }: FileDeps, before: Date): SQL | undefined =>
  and(
    lt(photoFiles.keptAt, before),
    notExists(db.select({ id: photos.id }).from(photos).where(eq(photos.hash, photoFiles.hash))),
    notExists(
      db
        .select({ seq: reportedMessages.seq })
        .from(reportedMessages)
        .where(eq(reportedMessages.photoHash, photoFiles.hash)),
    ),
  );
