import { and, asc, eq, gt } from 'drizzle-orm';
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
