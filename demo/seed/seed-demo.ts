import { type WorkHandler, workHandler } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { filmWork, makeFilm } from './album/make-film.ts';
import { seedMembers } from './seed-members.ts';
import { seedPerformers } from './seed-performers.ts';

/** Brings a database to where the demo can be looked at; doing it again changes nothing. */
export async function seedDemo(deps: Pick<Deps, 'config' | 'db' | 'now'>): Promise<void> {
  await seedPerformers(deps);
  await seedMembers(deps);
}

/** Work of the demo that is done after the start. */
export const demoHandlers = (deps: Pick<Deps, 'config' | 'db'>): WorkHandler[] => [
  workHandler(filmWork, (order) => makeFilm(deps, order)),
];
