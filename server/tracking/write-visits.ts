import { sql } from 'drizzle-orm';
import { dayOf } from '#contract/day.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitDays, visits } from './tables.ts';

type Visit = typeof visits.$inferSelect;

/** Visits kept while the database is away; any beyond this number are not counted. */
const WAITING_MAX = 10_000;
/** Rows per statement. */
const BATCH = 1000;

/** Changes since the last write, by visit. Written once more before the database is closed. */
function openWaiting({ db }: Pick<Deps, 'db'>) {
  const visits = new Map<string, Visit>();
  return { visits, close: () => writeAll(db, visits) };
}

/** Counts a change of a visit. A killed process loses the last second. */
export const countVisit = ({ part }: Pick<Deps, 'part'>, visit: Visit): void =>
  count(part(openWaiting).visits, visit);

function count(waiting: Map<string, Visit>, visit: Visit): void {
  const before = waiting.get(visit.id);
  if (!before && waiting.size >= WAITING_MAX) return;
  waiting.set(visit.id, before ? merged(before, visit) : visit);
}

/** The first event of a visit sets its visitor, affiliate and day. */
const merged = (before: Visit, { pages, clicks, seconds }: Visit): Visit => ({
  ...before,
  pages: before.pages + pages,
  clicks: before.clicks + clicks,
  seconds: Math.max(before.seconds, seconds),
});

/** Writes the pending visits. Those that can't be written stay pending. */
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

const DAY_MS = 24 * 3_600_000;

/** Deletes visits older than VISIT_DAYS and keeps their sums, in one statement. */
export async function foldOldVisits({ db, config, now }: Deps): Promise<void> {
  const before = dayOf(new Date(now().getTime() - config.visitDays * DAY_MS));
  await db.execute(sql`
    WITH gone AS (DELETE FROM ${visits} WHERE day < ${before} RETURNING *)
    INSERT INTO ${visitDays} AS kept (day, affiliate, visits, visitors, pages, clicks, seconds)
    SELECT day, coalesce(affiliate, ''), count(*), count(DISTINCT visitor), sum(pages), sum(clicks), sum(seconds)
    FROM gone GROUP BY 1, 2
    ON CONFLICT (day, affiliate) DO UPDATE SET
      visits = kept.visits + excluded.visits, visitors = kept.visitors + excluded.visitors,
      pages = kept.pages + excluded.pages, clicks = kept.clicks + excluded.clicks,
      seconds = kept.seconds + excluded.seconds`);
}
