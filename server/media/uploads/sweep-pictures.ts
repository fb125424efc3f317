import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, lt, ne } from 'drizzle-orm';
import type { Deps } from '#server/ports/deps.ts';
import { deleteOriginal } from '../images/originals.ts';
import { type ItemRow, refsOf } from '../images/refs.ts';
import { albumItems } from '../tables.ts';
import { retire } from './transitions.ts';

/** ms after which an upload that was not finished is given up. */
const UNFINISHED_MS = 3_600_000;
/** ms for which every node can notice that a picture was removed. */
const NOTICED_MS = 24 * 3_600_000;
/** Pictures per run. */
const BATCH = 500;

/** Files that are still being received. */
export const incomingFolder = (dataDir: string): string => join(dataDir, 'incoming');

/**
 * Deletes the files of removed and unfinished uploads. Runs on every node, because each has its own copies; the row
 * stays for a day so that all of them notice.
 */
export async function sweepPictures(deps: Pick<Deps, 'db' | 'config' | 'storage' | 'now'>): Promise<void> {
  const now = deps.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const isUnfinished = and(eq(albumItems.state, 'storing'), lt(albumItems.changedAt, before(UNFINISHED_MS)));
  const [unfinished] = await deps.db
    .select({ id: albumItems.id })
    .from(albumItems)
    .where(isUnfinished)
    .limit(1);
  if (unfinished) await deps.db.transaction((tx) => retire(deps, tx, isUnfinished));
  const gone = await deps.db.select().from(albumItems).where(eq(albumItems.state, 'gone')).limit(BATCH);
  for (const row of gone) {
    if (await isUsed(deps, row)) continue;
    for (const ref of refsOf(row)) await deleteOriginal(deps, ref);
    // Only then: if a file can't be deleted, the next run tries again.
    if (row.changedAt <= before(NOTICED_MS))
      await deps.db.delete(albumItems).where(eq(albumItems.id, row.id));
  }
  await removeIncoming(deps.config.dataDir, now.getTime() - UNFINISHED_MS);
}

/** The same portrait added again has the same file. */
async function isUsed({ db }: Pick<Deps, 'db'>, row: ItemRow): Promise<boolean> {
  if (row.place !== 'portrait') return false;
  const { performerId, place, version, state } = albumItems;
  const [other] = await db
    .select({ id: albumItems.id })
    .from(albumItems)
    .where(
      and(
        eq(performerId, row.performerId),
        eq(place, 'portrait'),
        eq(version, row.version),
        ne(state, 'gone'),
      ),
    )
    .limit(1);
  return other !== undefined;
}

/** Left by a process that ended while it received them. */
async function removeIncoming(dataDir: string, before: number): Promise<void> {
  const folder = incomingFolder(dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && found.mtimeMs < before) await rm(file, { force: true });
  }
}
