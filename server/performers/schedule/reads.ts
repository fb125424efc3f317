import { and, asc, eq, gt, lte, min } from 'drizzle-orm';
import type { Db } from '#server/ports/database.ts';
import { performerStarts } from './tables.ts';

/** Planned starts of a performer after `now`, soonest first. */
export async function startsOf(db: Pick<Db, 'select'>, performerId: number, now: Date): Promise<Date[]> {
  const rows = await db
    .select({ at: performerStarts.startsAt })
    .from(performerStarts)
    .where(and(eq(performerStarts.performerId, performerId), gt(performerStarts.startsAt, now)))
    .orderBy(asc(performerStarts.startsAt));
  return rows.map(({ at }) => at);
}

export interface NextStart {
  readonly performerId: number;
  readonly at: Date;
}

/** The next start of each performer who plans one after `after` and until `until`: at most `most`, soonest first. */
export async function nextStarts(
  db: Pick<Db, 'select'>,
  { after, until, most }: { after: Date; until: Date; most: number },
): Promise<NextStart[]> {
  const next = min(performerStarts.startsAt);
  const rows = await db
    .select({ performerId: performerStarts.performerId, at: next })
    .from(performerStarts)
    .where(and(gt(performerStarts.startsAt, after), lte(performerStarts.startsAt, until)))
    .groupBy(performerStarts.performerId)
    .orderBy(asc(next), asc(performerStarts.performerId))
    .limit(most);
  return rows.flatMap(({ performerId, at }) => (at ? [{ performerId, at }] : []));
}
