import { beforeAll, describe, expect, it } from 'vitest';
import { YEAR_MS } from '#contract/day.ts';
import type { InputOf } from '#contract/endpoint.ts';
import {
  AUTOCOMPLETE_LIMIT,
  autocompletePerformers,
  countByFilter,
  countPerformers,
  findPerformers,
  listPerformers,
} from '#contract/performers/directory/directory-calls.ts';
import { filterNames, filterValues } from '#contract/performers/directory/filters.ts';
import { readProfileById } from '#contract/performers/profile/profile-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { unknownLocation } from '#contract/safety/geo.ts';
import { makePerformer } from '#server/testing/make.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';

type Filter = NonNullable<InputOf<typeof listPerformers>['filter']>;

const test = startTestApp();
const { free, online, vip, paused } = onlineStatus;
/** A date of birth this many years (and days) ago. */
const born = (years: number, days = 0) =>
  new Date(test.clock.now().getTime() - years * YEAR_MS - days * 86_400_000).toISOString().slice(0, 10);

/** Six women, each with a unique property; listed in alphabetical order. */
beforeAll(async () => {
  const women: Parameters<typeof makePerformer>[1][] = [
    { username: 'Anna', onlineStatus: free, cybertoy: 3, languages: ['en', 'nl'], dateOfBirth: born(18, 2) },
    { username: 'Bo', onlineStatus: online, cybertoy: 1, ethnicity: 'white', dateOfBirth: born(24, -2) },
    {
      username: 'Cato',
      onlineStatus: vip,
      ethnicity: 'caucasian',
      hairColor: 'blonde',
      dateOfBirth: born(24, 2),
    },
    {
      username: 'Dorien',
      onlineStatus: paused,
      languages: ['dk'],
      ethnicity: 'south-american',
      hairColor: 'dark_blonde',
      dateOfBirth: born(30, 2),
    },
    {
      username: 'Eva',
      hairColor: 'coloured',
      physique: 'fat',
      breastSize: 4,
      shaved: 'natural',
      dateOfBirth: born(50, 2),
    },
    {
      username: 'Fay_x',
      languages: ['fr'],
      physique: 'slim',
      breastSize: 1,
      shaved: 'shaved',
      piercings: true,
      cybertoy: 5,
      dateOfBirth: born(100, 2),
    },
  ];
  for (const [place, woman] of women.entries())
    await makePerformer(test.deps, { rating: 40 - place, languages: ['nl'], ...woman });
  await makePerformer(test.deps, { username: 'Gijs', gender: 'male', penisSize: 3, onlineStatus: free });
  await makePerformer(test.deps, { username: 'FayX', gender: 'trans', penisSize: 2, breastSize: 2 });
});

async function letters(filter: Filter): Promise<string> {
  const { result, total } = await callApp(test, listPerformers, { filter, pagination: { page: 1 } });
  expect(total).toBe(result.length);
  return result
    .map(({ username }) => username.slice(0, 1))
    .sort()
    .join('');
}

describe('a list can be filtered by', () => {
  it.each<[string, Filter, string]>([
    ['L3.26 nothing', {}, 'ABCDEF'],
    ['L9.13 free chat', { status: ['free'] }, 'A'],
    ['paid chat', { status: ['live'] }, 'B'],
    ['VIP', { status: ['vip'] }, 'C'],
    ['L9.13 everyone who is not offline, pausing too', { status: ['online'] }, 'ABCD'],
    ['L9.13 offline', { status: ['offline'] }, 'EF'],
    ['L9.13 the non-free list', { status: ['live', 'vip', 'offline'] }, 'BCEF'],
    ['L3.25 popular: free', { popular: ['free'] }, 'A'],
    ['L3.25 popular: any toy', { popular: ['toy'] }, 'ABF'],
    ['popular: free or a toy', { popular: ['free', 'toy'] }, 'ABF'],
    ['L9.14 the toy list', { toy: true }, 'B'],
    ['L9.14 the toy list with the codes that popular adds', { toy: true, popular: ['toy'] }, 'ABF'],
    ['the toy list in free chat', { toy: true, popular: ['free'] }, ''],
    ['L3.27 18 to 23 years, from the birthday on', { age: ['18-24'] }, 'AB'],
    ['L3.27 24 to 29 years', { age: ['24-30'] }, 'C'],
    ['L3.27 30 to 49 years', { age: ['30-50'] }, 'D'],
    ['L3.27 50 to 100 years', { age: ['50-100'] }, 'EF'],
    ['two buckets that do not touch', { age: ['18-24', '30-50'] }, 'ABD'],
    ['L3.28 Dutch', { language: ['nl'] }, 'ABCE'],
    ['L3.28 English, and what counts as it', { language: ['en'] }, 'AD'],
    ['L3.28 French or English', { language: ['fr', 'en'] }, 'ADF'],
    ['a language nobody speaks', { language: ['it'] }, ''],
    ['L3.29 caucasian and white', { ethnicity: ['caucasian'] }, 'BC'],
    ['L3.29 latin and South American', { ethnicity: ['latin'] }, 'D'],
    ['L3.30 blonde and dark blonde', { hairColor: ['blonde'] }, 'CD'],
    ['L3.30 other and coloured', { hairColor: ['other'] }, 'E'],
    ['L3.31 slim or fat', { physique: ['slim', 'fat'] }, 'EF'],
    ['L3.32 a size', { breastSize: ['4'] }, 'E'],
    ['two sizes', { breastSize: ['1', '4'] }, 'EF'],
    ['L3.33 a size of men', { gender: 'male', penisSize: ['3'] }, 'G'],
    ['L3.34 shaved', { shaved: ['shaved'] }, 'F'],
    ['L3.34 natural', { shaved: ['natural'] }, 'E'],
    ['L3.35 piercings', { piercings: ['yes'] }, 'F'],
    ['several filters at once', { age: ['50-100'], physique: ['fat', 'slim'], shaved: ['shaved'] }, 'F'],
    ['filters that exclude each other', { status: ['free'], age: ['50-100'] }, ''],
    ['L3.26 another gender', { gender: 'trans' }, 'F'],
    ['two genders', { gender: ['trans', 'male'] }, 'FG'],
    ['the stored status', { onlineStatus: [3, 5] }, 'AC'],
    ['the stored status by its name', { onlineStatus: 'pause' }, 'D'],
    ['a bit of the stored status', { onlineStatus: 2 }, 'A'],
    ['an empty choice, as if nothing were chosen', { language: [] }, 'ABCDEF'],
  ])('%s', async (_, filter, expected) => {
    expect(await letters(filter)).toBe(expected);
  });

  it('P7.42 L3.4 performers to include or to exclude', async () => {
    const { result } = await callApp(test, listPerformers, { pagination: { page: 1 } });
    const ids = result.slice(0, 2).map(({ user }) => user);
    expect(await letters({ userIds: ids })).toBe('AB');
    expect(await letters({ excludeIds: ids })).toBe('CDEF');
    expect(await letters({ userIds: ids, excludeIds: ids })).toBe('');
    expect(await letters({ userIds: [2_000_000_000] })).toBe('');
  });

  it('an empty list: no results for userIds, no filter for others', async () => {
    // A query string can't express this, a page or a socket can.
    const request = { id: 'r', clientIp: '192.0.2.1', location: unknownLocation };
    const guest = { kind: 'guest', guestId: 'g', request } as const;
    const total = async (filter: Filter) =>
      (await test.dispatch(listPerformers, guest, { filter })).output.total;
    expect(await total({ userIds: [] })).toBe(0);
    expect(await total({ onlineStatus: [], excludeIds: [] })).toBe(6);
  });

  it('known values only, others are refused', async () => {
    const unknown = { physique: ['tall'] } as unknown as Filter;
    await expect(callApp(test, listPerformers, { filter: unknown })).rejects.toThrow(
      'badRequest.invalid.input',
    );
  });
});

describe('countByFilter', () => {
  it('counts each value within the other chosen filters', async () => {
    const { total, counts } = await callApp(test, countByFilter, {
      filter: { age: ['18-24'], status: ['free'] },
    });
    expect(total).toBe(1);
    expect(counts.status).toEqual({ online: 2, offline: 0, live: 1, free: 1, vip: 0 });
    expect(counts.age).toEqual({ '18-24': 1, '24-30': 0, '30-50': 0, '50-100': 0 });
    expect(counts.language).toEqual({ nl: 1, en: 1, fr: 0, de: 0, es: 0, it: 0 });
  });

  it.each<[string, Filter]>([
    ['nothing chosen', {}],
    ['a category nobody is in', { category: 'nothing' }],
    ['a few chosen', { language: ['nl', 'fr'], hairColor: ['blonde'] }],
    ['the toy list', { toy: true, popular: ['toy'] }],
  ])('agrees with the lists: %s', async (_, filter) => {
    const { total, counts } = await callApp(test, countByFilter, { filter });
    expect(total).toBe((await letters(filter)).length);
    for (const name of filterNames) {
      for (const value of filterValues[name]) {
        // `toy` changes the popular filter, so its counts belong to the current list.
        if (name === 'popular' && filter.toy) continue;
        expect(counts[name][value], `${name} ${value}`).toBe(
          (await letters({ ...filter, [name]: [value] })).length,
        );
      }
    }
  });
});

describe('autocomplete', () => {
  const names = async (username: string) =>
    (await callApp(test, autocompletePerformers, { username })).result.map((item) => item.username);

  beforeAll(async () => {
    for (const username of ['lady_zoe', 'MissZoe', 'Zoe_9'])
      await makePerformer(test.deps, { username, gender: 'couple' });
  });

  it('lists names that start with the letters before those with a later word', async () => {
    expect(await names('zoe')).toEqual(['Zoe_9', 'lady_zoe', 'MissZoe']);
  });

  it.each([
    ['P5.31 nothing', '', []],
    ['P5.30 two letters', 'an', []],
    ['two letters and a blank', 'an ', []],
    ['P5.30 the first three letters', 'ann', ['Anna']],
    ['P5.31 letters of any case', ' DORI', ['Dorien']],
    ['P5.31 letters from the middle', 'nna', []],
    ['performers of every gender', 'fay', ['FayX', 'Fay_x']],
    ['letters with an underscore, which parts words', 'fay_', ['FayX', 'Fay_x']],
    ['a second word', 'Zoé', ['MissZoe', 'Zoe_9', 'lady_zoe']],
    ['other forms of letters', 'Ｍíss’z', ['MissZoe']],
    ['a percent sign, which nobody has', 'an%', []],
    ['a backslash, which nobody has', 'ann\\', []],
  ])('finds by %s', async (_, typed, expected) => {
    expect((await names(typed)).sort()).toEqual([...expected].sort());
  });

  it('P3.21 P7.37 L3.6 returns id and username of at most ten', async () => {
    for (let number = 10; number < 22; number += 1)
      await makePerformer(test.deps, { username: `Zus${number}`, gender: 'couple' });
    const { result } = await callApp(test, autocompletePerformers, { username: 'zus' });
    expect(result).toHaveLength(AUTOCOMPLETE_LIMIT);
    expect(result[0]).toEqual({ id: expect.any(Number), username: 'Zus10' });
  });
});

describe('findPerformers, countPerformers and readProfileById', () => {
  it('P7.36 find by username for every gender, and by filters', async () => {
    const find = async (filter: InputOf<typeof findPerformers>['filter'], limit = 60) =>
      (await callApp(test, findPerformers, { filter, limit })).result.map(({ username }) => username);
    expect(await find({ username: 'GIJS' })).toEqual(['Gijs']);
    expect(await find({ username: 'gij' })).toEqual([]);
    expect(await find({ status: ['free'] })).toEqual(['Anna', 'Gijs']);
    expect(await find({ status: ['free'], gender: 'male' })).toEqual(['Gijs']);
    expect(await find({}, 1)).toEqual([]);
    expect(await find({ gender: ['male', 'female'] }, 1)).toEqual(['Anna']);
  });

  it('P7.38 count all performers, or those of a filter', async () => {
    const count = async (filter?: InputOf<typeof countPerformers>['filter']) =>
      (await callApp(test, countPerformers, filter ? { filter } : {})).count;
    expect(await count({ gender: 'female' })).toBe(6);
    expect(await count({ status: ['free'] })).toBe(2);
    expect(await count()).toBeGreaterThanOrEqual(8);
    expect(await count({ username: 'nobody' })).toBe(0);
  });

  it('P7.35 read a profile by id, and refuse an unknown one with a label', async () => {
    const [anna] = (await callApp(test, findPerformers, { filter: { username: 'anna' } })).result;
    const profile = await callApp(test, readProfileById, { id: anna?.user ?? 0 });
    expect(profile).toMatchObject({ id: anna?.user, username: 'Anna', gender: 'female' });
    await expect(callApp(test, readProfileById, { id: 2_000_000_000 })).rejects.toThrow(
      'badRequest.performer.notExists',
    );
  });
});
