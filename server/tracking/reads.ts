import { between, countDistinct, sql } from 'drizzle-orm';
import type { Deps } from '#server/ports/deps.ts';
import { visitDays, visits } from './tables.ts';

/** First and last day, inclusive, as `2026-12-31`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export interface VisitCount {
  readonly day: string;
  /** Empty for none. */
  readonly affiliate: string;
  readonly visits: number;
  readonly visitors: number;
}

const whole = (value: ReturnType<typeof sql>) => sql<number>`${value}`.mapWith(Number);

/** By day and affiliate, including the sums of deleted visits. */
export async function countVisits({ db }: Pick<Deps, 'db'>, { from, to }: Days): Promise<VisitCount[]> {
  const affiliate = sql<string>`coalesce(${visits.affiliate}, '')`;
  const kept = await db
    .select({
      day: visits.day,
      affiliate,
      visits: whole(sql`count(*)`),
      visitors: countDistinct(visits.visitor),
    })
    .from(visits)
    .where(between(visits.day, from, to))
    .groupBy(visits.day, affiliate);
  const { day, affiliate: code, visits: count, visitors } = visitDays;
  const folded = await db
    .select({ day, affiliate: code, visits: count, visitors })
    .from(visitDays)
    .where(between(day, from, to));
  return [...kept, ...folded];
}
