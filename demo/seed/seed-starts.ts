import { and, desc, eq, isNull } from 'drizzle-orm';
import { addDays, dayOf, momentAt } from '#contract/day.ts';
import { SOON_LIMIT, SOON_MS } from '#contract/performers/schedule.ts';
import { liveCast } from '#demo/cast/live.ts';
import { insertStart, nextStarts } from '#server/performers/schedule/starts.ts';
import { performers } from '#server/performers/tables.ts';
import type { Deps } from '#server/ports/deps.ts';

const TIMES = ['20:00', '21:00', '21:30', '22:00'] as const;

/** Plans starts of tonight and tomorrow for the best-known performers who are not in the cast, unless some are planned. */
export async function seedStarts({ db, now: clock }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const now = clock();
  const until = new Date(now.getTime() + SOON_MS);
  const planned = await nextStarts(db, { after: now, until, most: SOON_LIMIT });
  if (planned.length > 0) return;
  const inCast = new Set(liveCast.map(({ username }) => username));
  const rows = await db
    .select({ id: performers.id, username: performers.username })
    .from(performers)
    .where(and(eq(performers.gender, 'female'), isNull(performers.removedAt)))
    .orderBy(desc(performers.rating), performers.id)
    .limit(SOON_LIMIT + inCast.size);
  const who = rows.filter(({ username }) => !inCast.has(username)).slice(0, SOON_LIMIT);
  const today = dayOf(now);
  const moments = [0, 1]
    .flatMap((days) => TIMES.map((time) => momentAt(addDays(today, days), time)))
    .filter((at) => at !== null && at > now && at <= until);
  await db.transaction(async (tx) => {
    for (const [index, { id }] of who.entries()) {
      const at = moments[index];
      if (at) await insertStart(tx, { performerId: id, at }, now);
    }
  });
}
