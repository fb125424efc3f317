import { sql } from 'drizzle-orm';
import type { Db } from '#server/ports/database.ts';
import { visits } from './tables.ts';

type Visit = typeof visits.$inferSelect;

/** Visits that may wait while the database is away; what comes on top of them is not counted. */
const WAITING_MAX = 10_000;
/** Rows of one statement. */
const BATCH = 1000;

/** What has happened since the last write, by visit, of each database this process has open. */
const waiting = new WeakMap<Db, Map<string, Visit>>();

/** Counts what happened in a visit. A process that is killed loses the last second. */
export function countVisit(db: Db, visit: Visit): void {
  const open = waiting.get(db) ?? new Map<string, Visit>();
  waiting.set(db, open);
  const before = open.get(visit.id);
  if (!before && open.size >= WAITING_MAX) return;
  open.set(visit.id, before ? merged(before, visit) : visit);
}

/** Whom a visit belongs to, and since when, is said by its first event. */
const merged = (before: Visit, { pages, clicks, seconds }: Visit): Visit => ({
  ...before,
  pages: before.pages + pages,
  clicks: before.clicks + clicks,
  seconds: Math.max(before.seconds, seconds),
});

/** Writes what waits. What cannot be written waits on. */
export async function writeVisits(db: Db): Promise<void> {
  const open = waiting.get(db);
  while (open && open.size > 0) {
    const batch = [...open.values()].slice(0, BATCH);
    for (const { id } of batch) open.delete(id);
    try {
      await write(db, batch);
    } catch (error) {
      for (const visit of batch) countVisit(db, visit);
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
