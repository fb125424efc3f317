import { sql } from 'drizzle-orm';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visits } from './tables.ts';

type Visit = typeof visits.$inferSelect;

/** Visits that may wait while the database is away; what comes on top of them is not counted. */
const WAITING_MAX = 10_000;
/** Rows of one statement. */
const BATCH = 1000;

/** What has happened since the last write, by visit. Written once more before the database is closed. */
function openWaiting({ db }: Pick<Deps, 'db'>) {
  const visits = new Map<string, Visit>();
  return { visits, close: () => writeAll(db, visits) };
}

/** Counts what happened in a visit. A process that is killed loses the last second. */
export const countVisit = ({ part }: Pick<Deps, 'part'>, visit: Visit): void =>
  count(part(openWaiting).visits, visit);

function count(waiting: Map<string, Visit>, visit: Visit): void {
  const before = waiting.get(visit.id);
  if (!before && waiting.size >= WAITING_MAX) return;
  waiting.set(visit.id, before ? merged(before, visit) : visit);
}

/** Whom a visit belongs to, and since when, is said by its first event. */
const merged = (before: Visit, { pages, clicks, seconds }: Visit): Visit => ({
  ...before,
  pages: before.pages + pages,
  clicks: before.clicks + clicks,
  seconds: Math.max(before.seconds, seconds),
});

/** Writes what waits. What cannot be written waits on. */
export const writeVisits = ({ part, db }: Pick<Deps, 'part' | 'db'>): Promise<void> =>
  writeAll(db, part(openWaiting).visits);

async function writeAll(db: Db, waiting: Map<string, Visit>): Promise<void> {
  while (waiting.size > 0) {
    const batch = [...waiting.values()].slice(0, BATCH);
    for (const { id } of batch) waiting.delete(id);
    try {
      await write(db, batch);
    } catch (error) {
      for (const visit of batch) count(waiting, visit);
      throw error;
    }
  }
}

async function write(db: Db, batch: readonly Visit[]): Promise<void> {
  const { pages, clicks, seconds } = visits;
  await db
    .insert(visits)
    .values([...batch])
    .onConflictDoUpdate({
      target: visits.id,
      set: {
        pages: sql`${pages} + excluded.pages`,
        clicks: sql`${clicks} + excluded.clicks`,
        seconds: sql`greatest(${seconds}, excluded.seconds)`,
      },
    });
}
