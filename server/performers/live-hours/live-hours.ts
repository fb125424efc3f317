import { sql } from 'drizzle-orm';
import { HOUR_MS, type HourCount, hourOf, isWithin, type Span } from '#server/db/expressions.ts';
import type { Deps } from '#server/ports/deps.ts';
import { onlinePerformers } from '../reads.ts';
import { liveHours } from '../tables.ts';

/** Notes how many performers are live, if they are the most of this hour. */
export async function keepLiveHour(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const performers = (await onlinePerformers(deps)).size;
  const hour = new Date(Math.floor(deps.now().getTime() / HOUR_MS) * HOUR_MS);
  await deps.db
    .insert(liveHours)
    .values({ hour, performers })
    .onConflictDoUpdate({
      target: liveHours.hour,
      set: { performers: sql`greatest(${liveHours.performers}, excluded.performers)` },
    });
}

export const countLiveHours = ({ db }: Pick<Deps, 'db'>, spans: readonly Span[]): Promise<HourCount[]> =>
  db
    .select({ hour: hourOf(liveHours.hour), count: liveHours.performers })
    .from(liveHours)
    .where(isWithin(liveHours.hour, spans));
