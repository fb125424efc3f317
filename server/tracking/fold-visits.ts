import { sql } from 'drizzle-orm';
import { dayOf } from '#contract/day.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitDays, visits } from './tables.ts';

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
