import { inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type GeoLocation, unknownLocation, unreadableLocation } from '#contract/safety/geo.ts';
import { albumsOf } from '#server/media/reads.ts';
import { inHouse, type PerformerViewer, type Visitor } from '#server/ports/performer-viewer.ts';
import { makePerformer } from '#server/testing/make.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { areShownTo, performersFor } from './performers-for.ts';
import { performers } from './tables.ts';

const server = startTestApp();
const at = new Date('2026-11-01T00:00:00Z');
const states = {
  present: {},
  removed: { removedAt: at },
  suspended: { suspendedAt: at },
  inGermany: { hiddenIn: ['DE'] },
  inTexas: { hiddenIn: ['US-TX'] },
  blocking: {},
} satisfies Record<string, Partial<typeof performers.$inferInsert>>;
type State = keyof typeof states;
const ids = new Map<State, number>();
beforeAll(async () => {
  for (const [state, fields] of Object.entries(states))
    ids.set(state as State, await makePerformer(server.deps, fields));
});

const idOf = (state: State): number => ids.get(state) ?? 0;
const stateOf = (id: number): string => [...ids].find(([, one]) => one === id)?.[0] ?? '';
const visitor = (location: GeoLocation): Visitor => ({ location, blockers: [idOf('blocking')] });
const absent = (...countries: string[]): PerformerViewer => ({ countries, blockers: [idOf('blocking')] });

const visitors: readonly (readonly [string, GeoLocation, readonly State[]])[] = [
  ['at an unknown place', unknownLocation, ['present', 'inGermany', 'inTexas']],
  ['at an unreadable place', unreadableLocation, ['present']],
  ['in Bavaria', { country: 'DE', region: 'BY' }, ['present', 'inTexas']],
  ['in Texas', { country: 'US', region: 'TX' }, ['present', 'inGermany']],
  ['in Nevada', { country: 'US', region: 'NV' }, ['present', 'inGermany', 'inTexas']],
];

describe.each(visitors)('a visitor %s', (_, location, expected) => {
  it('knows of the same performers by row, name, number and in a query', async () => {
    const { db } = server.deps;
    const all = [...ids.values()];
    const shown = performersFor(server.deps, visitor(location));
    const rows = await Promise.all(all.map((id) => shown.byId(id)));
    const query = await db.select().from(performers).where(inArray(performers.id, all));
    const named = await Promise.all(query.map(({ username }) => shown.byName(username)));
    const listed = await db
      .select()
      .from(performers)
      .where(areShownTo(visitor(location)));
    const found = [rows.map((row) => row?.id), named.map((row) => row?.id), listed.map(({ id }) => id)];
    found.push(await shown.among(all), [...(await shown.names(all)).keys()]);
    for (const each of found) {
      const known = each.filter((id) => id !== undefined).map(stateOf);
      expect(known.sort()).toEqual([...expected].sort());
    }
  });
});

const others: readonly (readonly [string, () => PerformerViewer, readonly string[]])[] = [
  ['in no known country', () => absent(), ['present', 'inGermany', 'inTexas']],
  ['with a login in Germany among others', () => absent('NL', 'DE'), ['present', 'inTexas']],
  ['in any region of a country', () => absent('US'), ['present', 'inGermany']],
  ['in the house', () => inHouse, Object.keys(states)],
];

it.each(others)('a viewer %s knows of the right performers', async (_, viewer, expected) => {
  const known = await performersFor(server.deps, viewer()).among([...ids.values()]);
  expect(known.map(stateOf).sort()).toEqual([...expected].sort());
});

it('cannot be asked without a viewer, which the type check shows', () => {
  const calls = [
    // @ts-expect-error a viewer is missing
    () => performersFor(server.deps).byId(1),
    // @ts-expect-error a number is no performer whom a viewer may know of
    () => albumsOf(server.deps, { id: 1 }, { lang: 'nl', nonNude: false }),
  ];
  expect(calls).toHaveLength(2);
});
