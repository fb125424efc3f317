import { and, desc, eq, isNull } from 'drizzle-orm';
import { addDays, dayOf, momentAt } from '#contract/day.ts';
import { SOON_LIMIT, SOON_MS } from '#contract/performers/schedule.ts';
import { sofie } from '#demo/cast/live/sofie.ts';
import { liveCast } from '#demo/cast.ts';
import { type WorkHandler, workHandler } from '#server/outbox/work.ts';
import { hasStarts, insertStart } from '#server/performers/schedule/starts.ts';
import { performers } from '#server/performers/tables.ts';
import type { Deps } from '#server/ports/deps.ts';
import { filmWork, makeFilm } from './album/make-film.ts';
import { demoMember } from './past/plan.ts';
import { regularMember } from './past/regular.ts';
import { openPast } from './past/seed-past.ts';
import { seedMembers } from './seed-members.ts';
import { seedPerformers } from './seed-performers.ts';
import { seedTipping } from './seed-tipping.ts';

/** Seeds the demo's data. Idempotent. */
export async function seedDemo(deps: Pick<Deps, 'config' | 'db' | 'now' | 'storage'>): Promise<void> {
  await seedPerformers(deps);
  await seedTipping(deps);
  const regular = regularMember(deps.now(), deps.config.messageReturnHours);
  await seedMembers(deps, [
    // The oldest past comes first, so that the books are in the order of time.
    {
      email: 'robin@example.com',
      username: 'robin',
      verified: true,
      credits: 350,
      past: openPast(deps, { username: 'robin', plan: regular, live: [sofie.username] }),
    },
    {
      email: 'demo@example.com',
      username: 'demo',
      verified: true,
      credits: 5000,
      past: openPast(deps, { username: 'demo', plan: demoMember }),
    },
    { email: 'new@example.com', username: 'new@example.com', verified: false, credits: 0 },
  ]);
}

export const demoHandlers = (deps: Pick<Deps, 'config' | 'db'>): WorkHandler[] => [
  workHandler(filmWork, (order) => makeFilm(deps, order)),
];

const TIMES = ['20:00', '21:00', '21:30', '22:00'] as const;

/** Plans starts of tonight and tomorrow for the best-known performers who are not in the cast, unless some are planned. */
export async function seedStarts({ db, now: clock }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const now = clock();
  const until = new Date(now.getTime() + SOON_MS);
  if (await hasStarts(db, { from: now, until })) return;
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
