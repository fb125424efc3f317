import { sofie } from '#demo/cast/live/sofie.ts';
import { type WorkHandler, workHandler } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { filmWork, makeFilm } from './album/make-film.ts';
import { demoMember } from './past/plan.ts';
import { regularMember } from './past/regular.ts';
import { openPast } from './past/seed-past.ts';
import { seedMembers } from './seed-members.ts';
import { seedPerformers } from './seed-performers.ts';
import { seedTipping } from './seed-tipping.ts';

export { seedStarts } from './seed-starts.ts';

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
