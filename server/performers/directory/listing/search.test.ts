import { expect, it } from 'vitest';
import { ageFrom } from '#contract/day.ts';
import {
  ageBounds,
  filterNames,
  filterValues,
  storedValues,
} from '#contract/performers/directory/filters.ts';
import { statusesOf } from '#contract/performers/status.ts';
import { makeRandom } from '#demo/random.ts';
import type { DirectoryRow } from './bits.ts';
import { Columns } from './columns.ts';
import type { PerformerFilter } from './conditions.ts';
import { countValues } from './count.ts';
import { reorder } from './order.ts';
import { type Listing, neighbours, search } from './search.ts';

const now = new Date('2026-11-20T12:00:00Z');
const location = { country: 'NL', region: null };
const DAY = 86_400_000;
const random = makeRandom(7);
const ago = (days: number) => new Date(now.getTime() - days * DAY);

/** Few values of everything, so that there are ties; some rows are minors. */
function aRow(id: number): DirectoryRow {
  const maybe = <Value>(value: Value) => (random.chance(0.8) ? value : null);
  return {
    id,
    gender: random.pick(['female', 'female', 'male', 'trans', 'couple']),
    onlineStatus: random.pick([0, 0, 0, 0, 1, 3, 5, 9]),
    rating: random.int(0, 4) * 10,
    cybertoy: random.int(0, 5),
    languages: random.pick([['nl'], ['nl', 'en'], ['dk'], ['fr', 'se'], ['pl'], []]),
    categories: random.pick([
      [],
      ['music'],
      ['music', 'talk'],
      Array.from({ length: 12 }, (_, n) => `c${n}`),
    ]),
    ethnicity: maybe(random.pick(['white', 'caucasian', 'latin', 'south-american', 'asian', 'other'])),
    hairColor: maybe(random.pick(['blonde', 'dark_blonde', 'coloured', 'bald'])),
    physique: maybe(random.pick(['slim', 'fat', 'average'])),
    breastSize: maybe(random.int(1, 4)),
    penisSize: maybe(random.int(1, 4)),
    shaved: maybe(random.pick(['shaved', 'natural'])),
    piercings: random.chance(0.5),
    dateOfBirth: ago(random.int(17 * 365, 70 * 365))
      .toISOString()
      .slice(0, 10),
    firstCamSession: maybe(ago(random.int(0, 14))),
    lastCamSession: maybe(ago(random.int(0, 5))),
    removedAt: random.chance(0.05) ? now : null,
    suspendedAt: random.chance(0.05) ? now : null,
    hiddenIn: random.pick([[], [], [], ['DE'], ['DE', 'NL']]),
    chatPrice: null,
  };
}

function aFilter(): PerformerFilter {
  const chosen = filterNames.flatMap((name) => {
    const values = filterValues[name].filter(() => random.chance(0.5));
    return random.chance(0.2) ? [[name, values]] : [];
  });
  return {
    ...Object.fromEntries(chosen),
    ...(random.chance(0.7) ? { gender: ['female' as const] } : {}),
    ...(random.chance(0.2) ? { category: random.pick(['music', 'talk', 'c11', 'nothing']) } : {}),
    ...(random.chance(0.1) ? { toy: true } : {}),
    ...(random.chance(0.1) ? { isNew: true } : {}),
    ...(random.chance(0.2)
      ? { onlineStatus: random.pick<PerformerFilter['onlineStatus']>([3, 'online', ['offline', 8]]) }
      : {}),
    ...(random.chance(0.1) ? { excludeIds: [1, 2, 3] } : {}),
    ...(random.chance(0.1) ? { userIds: [3, 5, 8, 13, 21, 34, 55, 89] } : {}),
    location: random.pick([location, { country: 'DE', region: null }]),
  };
}

/** Whether a row has a filter's value, written as in the specification. */
function has(row: DirectoryRow, name: (typeof filterNames)[number], value: string): boolean {
  const stored = storedValues(name, value);
  const status = {
    online: row.onlineStatus !== 0,
    offline: row.onlineStatus === 0,
    live: row.onlineStatus === 1,
  };
  const more = { free: row.onlineStatus === 3, vip: row.onlineStatus === 5 };
  if (name === 'popular') return value === 'free' ? more.free : [1, 2, 3, 5].includes(row.cybertoy);
  if (name === 'status') return { ...status, ...more }[value] ?? false;
  if (name === 'language') return row.languages.some((language) => stored.includes(language));
  if (name === 'piercings') return row.piercings;
  if (name !== 'age') return stored.includes(String(row[name]));
  const { from, below } = ageBounds(value as '18-24');
  const age = ageFrom(row.dateOfBirth, now);
  return age >= from && age < below;
}

function passesPlainly(row: DirectoryRow, filter: PerformerFilter): boolean {
  const toys = filter.popular?.includes('toy') ? [1, 2, 3, 5] : [1, 2];
  return (
    !row.removedAt &&
    !row.suspendedAt &&
    !row.hiddenIn.includes(filter.location.country ?? '') &&
    ageFrom(row.dateOfBirth, now) >= 18 &&
    (!filter.category || row.categories.includes(filter.category)) &&
    (!filter.toy || toys.includes(row.cybertoy)) &&
    (!filter.isNew || (row.firstCamSession ?? ago(99)) >= ago(7)) &&
    (filter.onlineStatus === undefined || statusesOf(filter.onlineStatus).includes(row.onlineStatus)) &&
    (!filter.userIds || filter.userIds.includes(row.id)) &&
    !filter.excludeIds?.includes(row.id) &&
    filterNames.every((name) => !filter[name]?.length || filter[name].some((value) => has(row, name, value)))
  );
}

/** The default order, key by key. */
function inOrder(rows: DirectoryRow[], language: string): number[] {
  const keys = (row: DirectoryRow) => [
    Number(row.onlineStatus === 3),
    Number(row.onlineStatus !== 0),
    row.onlineStatus === 0 ? (row.lastCamSession?.getTime() ?? 0) : 0,
    Number(row.languages.some((spoken) => storedValues('language', language).includes(spoken))),
    row.rating,
    -row.id,
  ];
  const compare = (a: DirectoryRow, b: DirectoryRow) => {
    const [one, other] = [keys(a), keys(b)];
    const first = one.findIndex((key, place) => key !== other[place]);
    return first < 0 ? 0 : (other[first] ?? 0) - (one[first] ?? 0);
  };
  return rows.toSorted(compare).map(({ id }) => id);
}

const rows = new Map(Array.from({ length: 1500 }, (_, index) => [index + 1, aRow(index + 1)]));
let listing: Listing = { columns: new Columns(null), order: new Int32Array(0) };
const write = (changed: readonly DirectoryRow[]) => {
  const places = new Set(changed.map((row) => listing.columns.put(row)));
  listing = { columns: listing.columns, order: reorder(listing.columns, listing.order, places) };
};
write([...rows.values()]);

it('L3.4 L3.25 L3.26 L3.31 L3.32 L3.33 L3.34 L3.35 L9.11 L9.14 L9.15 finds, counts and sorts like a naive implementation while rows change', () => {
  for (let round = 0; round < 150; round += 1) {
    const changed = Array.from({ length: 8 }, () => aRow(random.int(1, 1520)));
    for (const row of changed) rows.set(row.id, row);
    write([...new Map(changed.map((row) => [row.id, row])).values()]);

    const [filter, language] = [aFilter(), random.pick(['nl', 'en', 'fr', 'it'])];
    const expected = inOrder(
      [...rows.values()].filter((row) => passesPlainly(row, filter)),
      language,
    );
    const [offset, limit] = [random.int(0, 90), random.pick([1, 7, 60, 2000])];
    const found = search(listing, { filter, language, offset, limit }, now);
    expect(found, JSON.stringify(filter)).toEqual({
      ids: expected.slice(offset, offset + limit),
      total: expected.length,
    });
  }
});

it('L3.4 L9.11 sorts by other keys like a naive implementation, and by all of them like the default', () => {
  const isOff = (row: DirectoryRow) => row.onlineStatus === 0;
  const values = {
    free: (row: DirectoryRow) => Number(row.onlineStatus === 3),
    lastCamSession: (row: DirectoryRow) => (isOff(row) ? (row.lastCamSession?.getTime() ?? 0) : Infinity),
    language: (row: DirectoryRow) =>
      Number(row.languages.some((one) => storedValues('language', 'fr').includes(one))),
    rating: (row: DirectoryRow) => row.rating,
  };
  const all = ['free', 'lastCamSession', 'language', 'rating'] as const;
  const orders = [
    ['rating'],
    ['language', 'rating'],
    ['rating', 'lastCamSession'],
    ['lastCamSession', 'free'],
  ] as const;
  const page = { language: '', offset: 0, limit: 5000 };
  const plain = search(listing, { ...page, filter: { location } }, now).ids;
  for (const [keys, directions] of [...orders, all].flatMap((keys) =>
    ([['desc'], ['asc'], ['asc', 'desc']] as const).map((list) => [keys, list] as const),
  )) {
    const steps = keys.map((key, at) => ({
      key,
      language: 'fr',
      direction: directions[at % directions.length] ?? 'desc',
    }));
    const differ = (one: number, other: number): number => {
      const [a, b] = [rows.get(one) as DirectoryRow, rows.get(other) as DirectoryRow];
      const key = keys.find((name) => values[name](a) !== values[name](b));
      if (key === undefined) return 0;
      const isAsc = key !== 'language' && steps.some((step) => step.key === key && step.direction === 'asc');
      return values[key](b) > values[key](a) === isAsc ? -1 : 1;
    };
    const { ids, total } = search(listing, { ...page, filter: { location }, steps }, now);
    expect(ids, keys.join()).toEqual(plain.toSorted(differ));
    expect(search(listing, { ...page, filter: { location }, steps, offset: 60, limit: 7 }, now)).toEqual({
      ids: ids.slice(60, 67),
      total,
    });
  }
  const steps = all.map((key) => ({ key, language: 'fr', direction: 'desc' as const }));
  expect(search(listing, { ...page, filter: { location }, steps }, now)).toEqual(
    search(listing, { ...page, filter: { location }, language: 'fr' }, now),
  );
});

it('puts every performer on exactly one page of a list, in any language', () => {
  const wanted = { filter: { location }, language: 'en', limit: 60 };
  const { total, ids } = search(listing, { ...wanted, offset: 0, limit: 5000 }, now);
  const pages = Array.from({ length: Math.ceil(total / 60) }, (_, page) =>
    search(listing, { ...wanted, offset: page * 60 }, now),
  );
  expect(pages.flatMap((page) => page.ids)).toEqual(ids);
  expect(new Set(ids).size).toBe(total);
});

it('returns the neighbours of a performer in the list', () => {
  const wanted = {
    filter: { gender: ['female' as const], location },
    language: 'en',
    offset: 0,
    limit: 5000,
  };
  const { ids } = search(listing, wanted, now);
  for (const [place, id] of ids.entries()) {
    const beside = neighbours(listing, { id, gender: 'female', language: 'en', location }, now);
    expect(beside).toEqual({ before: ids[place - 1], after: ids[place + 1] });
  }
  expect(neighbours(listing, { id: 99_999, gender: 'female', language: 'en', location }, now)).toEqual({});
});

it('counts for each value what its list contains', () => {
  for (let round = 0; round < 10; round += 1) {
    const filter = aFilter();
    const { total, counts } = countValues(listing, filter, now);
    expect(total).toBe(search(listing, { filter, language: 'nl', offset: 0, limit: 0 }, now).total);
    for (const name of filterNames) {
      if (name === 'popular') continue;
      for (const value of filterValues[name]) {
        const one = { filter: { ...filter, [name]: [value] }, language: 'nl', offset: 0, limit: 0 };
        expect(counts[name][value], `${name} ${value} of ${JSON.stringify(filter)}`).toBe(
          search(listing, one, now).total,
        );
      }
    }
  }
});

it('L3.27 moves a performer to the next age range on her birthday', () => {
  const birthday = new Date('2000-11-21T00:00:00Z');
  write([
    {
      ...aRow(9001),
      removedAt: null,
      suspendedAt: null,
      hiddenIn: [],
      categories: ['born'],
      dateOfBirth: '2000-11-21',
    },
  ]);
  const of = (time: Date) => countValues(listing, { category: 'born', location }, time).counts.age['24-30'];
  const year = 31_557_600_000;
  expect(of(new Date(birthday.getTime() + 24 * year - 1))).toBe(0);
  expect(of(new Date(birthday.getTime() + 24 * year))).toBe(1);
  expect(of(new Date(birthday.getTime() + 30 * year))).toBe(0);
});
