import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { listPerformers } from '#contract/performers/directory-calls.ts';
import { RELATED_LIMIT, readProfile } from '#contract/performers/profile-calls.ts';
import { listSitemapEntries } from '#contract/performers/sitemap-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { makePerformer } from '#server/testing/make.ts';
import { callApp, createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { NEW_MS } from '../directory/card.ts';
import { performerById } from './reads.ts';
import { removePerformer } from './remove-performer.ts';
import { storeStatus } from './store-status.ts';
import { performers } from './tables.ts';

let test: TestApp;
const { free, online, vip, paused, offline } = onlineStatus;
const ago = (ms: number) => new Date(test.clock.now().getTime() - ms);
const HOUR = 3_600_000;

/** Named after where the default ordering puts them. */
beforeAll(async () => {
  test = await createTestApp();
  const { deps } = test;
  await makePerformer(deps, { username: 'F-Offline-Long', lastCamSession: ago(90 * HOUR), rating: 50 });
  await makePerformer(deps, { username: 'E-Offline-Just', lastCamSession: ago(HOUR), cybertoy: 2 });
  await makePerformer(deps, {
    username: 'D-Live-Stranger',
    onlineStatus: vip,
    languages: ['fr'],
    rating: 50,
  });
  await makePerformer(deps, { username: 'C-Live-Low', onlineStatus: online, rating: 30, cybertoy: 1 });
  await makePerformer(deps, {
    username: 'B-Live-High',
    onlineStatus: paused,
    rating: 40,
    categories: ['music'],
  });
  await makePerformer(deps, {
    username: 'A-Free',
    onlineStatus: free,
    categories: ['music'],
    firstCamSession: ago(NEW_MS - 1),
  });
  await makePerformer(deps, { username: 'Man', gender: 'male', onlineStatus: free });
});
afterAll(() => test.close());

const names = async (input: InputOf<typeof listPerformers>) =>
  (await callApp(test, listPerformers, input)).result.map(({ username }) => username[0]).join('');

describe('the list', () => {
  it('puts free first, then live by language and rating, then who was on last', async () => {
    expect(await names({ pagination: { page: 1 } })).toBe('ABCDEF');
  });

  it('puts the language of the visitor before the rating', async () => {
    expect(await names({ ordering: [{ key: 'language', value: 'fr' }] })).toBe('ADBCEF');
  });

  it.each([
    ['free chat', { status: ['free'] }, 'A'],
    ['paid chat or VIP', { status: ['live', 'vip'] }, 'CD'],
    ['everyone who is not offline', { status: ['online'] }, 'ABCD'],
    ['offline', { status: ['offline'] }, 'EF'],
    ['an interactive toy', { toy: true }, 'CE'],
    ['new within a week', { isNew: true }, 'A'],
    ['a category', { category: 'music' }, 'AB'],
    ['another gender', { gender: 'male' }, 'M'],
    ['a name, whatever its case', { username: 'a-FREE' }, 'A'],
  ] as const)('filters by %s', async (_, filter, expected) => {
    expect(await names({ filter: filter as InputOf<typeof listPerformers>['filter'] })).toBe(expected);
  });

  it('comes in pages that say how many there are, also behind the last', async () => {
    const page = (number: number) =>
      callApp(test, listPerformers, { pagination: { page: number, limit: 4 } });
    expect([(await page(1)).result.length, (await page(2)).result.length]).toEqual([4, 2]);
    expect(await page(9)).toEqual({ result: [], total: 6 });
    expect((await page(1)).total).toBe(6);
  });

  it('tells of a performer what a card shows', async () => {
    const { result } = await callApp(test, listPerformers, { filter: { username: 'A-Free' } });
    expect(result[0]).toMatchObject({
      onlineStatus: free,
      isNew: true,
      rating: 0,
      age: 31,
      languages: ['nl'],
    });
    expect(result[0]?.snapshot.url).toMatch(/^\/images\/f0-1\.[\w-]{12}\/\{w\}\.webp$/);
  });
});

describe('the profile', () => {
  it('is found by its name, whatever its case, with those who are like her', async () => {
    const profile = await callApp(test, readProfile, { username: 'b-live-HIGH' });
    expect(profile).toMatchObject({ username: 'B-Live-High', onlineStatus: paused, gender: 'female' });
    expect(profile.related.length).toBeLessThanOrEqual(RELATED_LIMIT);
    // Live ones first, and of those the one with the same interest.
    expect(profile.related[0]?.username).toBe('A-Free');
    expect(profile.related.map(({ username }) => username)).not.toContain('B-Live-High');
  });

  it('has others beside it only where those of the same gender are too few', async () => {
    const { related } = await callApp(test, readProfile, { username: 'Man' });
    expect(related.map(({ username }) => username[0]).join('')).toBe('DBCAFE');
    const id = await makePerformer(test.deps, { username: 'Other-Man', gender: 'male' });
    const { related: now } = await callApp(test, readProfile, { username: 'Man' });
    expect(now[0]?.user).toBe(id);
    expect(now).toHaveLength(7);
    await test.deps.db.delete(performers).where(eq(performers.id, id));
  });

  it.each([
    ['the first has nobody before', 'A-Free', null, 'B-Live-High'],
    ['live by rating', 'B-Live-High', 'A-Free', 'C-Live-Low'],
    ['from live to offline', 'D-Live-Stranger', 'C-Live-Low', 'E-Offline-Just'],
    ['from offline back to live', 'E-Offline-Just', 'D-Live-Stranger', 'F-Offline-Long'],
    ['the last has nobody after', 'F-Offline-Long', 'E-Offline-Just', null],
    ['alone in her list', 'Man', null, null],
  ])('has neighbours: %s', async (_, username, previous, next) => {
    expect(await callApp(test, readProfile, { username })).toMatchObject({ previous, next });
  });

  it('puts who speaks the visitor’s language first among the neighbours', async () => {
    const profile = await callApp(test, readProfile, { username: 'D-Live-Stranger' }, { 'x-lang': 'fr' });
    expect(profile).toMatchObject({ previous: 'A-Free', next: 'B-Live-High' });
  });

  it('tells when an offline performer was on last, and keeps the portrait beside the stream', async () => {
    const profile = await callApp(test, readProfile, { username: 'E-Offline-Just' });
    expect(profile).toMatchObject({
      onlineState: 'offline',
      lastCamSession: ago(HOUR).toISOString(),
      nonude: false,
      cover: null,
    });
  });

  it('of nobody is refused by label', async () => {
    await expect(callApp(test, readProfile, { username: 'niemand' })).rejects.toThrow(
      'badRequest.performer.notExists',
    );
  });
});

describe('a performer who was removed', () => {
  it('is listed nowhere, and the profile says that it is gone', async () => {
    await makePerformer(test.deps, { username: 'Was-Here', onlineStatus: online, gender: 'trans' });
    await removePerformer(test.deps, operatorCaller('test'), 'was-HERE');
    const { result } = await callApp(test, listPerformers, { filter: { gender: 'trans' } });
    expect(result).toEqual([]);
    const { result: addresses, total } = await callApp(test, listSitemapEntries, {});
    expect(addresses.map(({ username }) => username)).not.toContain('Was-Here');
    expect(total).toBe(addresses.length);
    await expect(callApp(test, readProfile, { username: 'Was-Here' })).rejects.toThrow(
      'badRequest.performer.removed',
    );
    await expect(removePerformer(test.deps, operatorCaller('test'), 'Was-Here')).rejects.toThrow(
      'badRequest.performer.notExists',
    );
  });

  it('can not go live again', async () => {
    const id = await makePerformer(test.deps, { username: 'Left-Live', gender: 'trans' });
    await removePerformer(test.deps, operatorCaller('test'), 'Left-Live');
    await expect(storeStatus(test.deps, id, online)).rejects.toThrow('badRequest.performer.notExists');
  });
});

it('gives the addresses of profiles piece by piece', async () => {
  const { result, total } = await callApp(test, listSitemapEntries, {});
  const pieces = await Promise.all(
    result.map((_, skip) => callApp(test, listSitemapEntries, { skip, limit: 1 })),
  );
  expect(pieces.flatMap((piece) => piece.result)).toEqual(result);
  expect(pieces.every((piece) => piece.total === total)).toBe(true);
  const [first, ...later] = result;
  const rest = await callApp(test, listSitemapEntries, { after: first?.id ?? 0 });
  expect(rest).toEqual({ result: later });
  expect(result.find(({ username }) => username === 'E-Offline-Just')?.changed).toBe(ago(HOUR).toISOString());
});

it('tells everyone of a new status, and remembers when she was on', async () => {
  const id = await makePerformer(test.deps, { gender: 'couple' });
  await storeStatus(test.deps, id, free);
  expect(test.pushes).toContainEqual({
    to: 'everyone',
    name: 'performer-status',
    payload: expect.objectContaining({ user: id, onlineStatus: free }),
  });
  await storeStatus(test.deps, id, offline);
  await expect(storeStatus(test.deps, 999_999, free)).rejects.toThrow('badRequest.performer.notExists');
});

describe('the picture of a live performer', () => {
  const kindOf = async (username: string, headers: Record<string, string> = {}) =>
    (await callApp(test, readProfile, { username }, headers)).snapshot.url[8];
  const strict = { 'x-non-nude': '1' };

  it('is the stream for who agreed, and the portrait for who did not', async () => {
    const shown = { snapshot: 'k1', onlineStatus: online, profile: { picture: 'abc' } };
    await makePerformer(test.deps, { username: 'Lia', gender: 'couple', ...shown });
    await makePerformer(test.deps, { username: 'Noa', gender: 'couple', nonude: true, ...shown });
    expect([await kindOf('Lia'), await kindOf('Lia', strict)]).toEqual(['l', 'p']);
    expect([await kindOf('Noa'), await kindOf('Noa', strict)]).toEqual(['l', 'l']);
    const list = await callApp(test, listPerformers, { filter: { gender: 'couple' } }, strict);
    expect(list.result.find(({ username }) => username === 'Lia')?.snapshot.url[8]).toBe('p');
  });

  it.each([
    ['offline', offline],
    ['in an exclusive show', vip],
    ['having a break', paused],
  ])('is the portrait while she is %s', async (_, onlineStatus) => {
    const username = `Rox${onlineStatus}`;
    const shown = { snapshot: 'k1', onlineStatus, profile: { picture: 'abc' } };
    await makePerformer(test.deps, { username, gender: 'couple', ...shown });
    expect(await kindOf(username)).toBe('p');
  });

  it('goes with the stream it was taken from', async () => {
    const id = await makePerformer(test.deps, { gender: 'couple', onlineStatus: online, snapshot: 'k1' });
    await storeStatus(test.deps, id, offline);
    expect((await performerById(test.deps, id))?.snapshot).toBeNull();
  });
});
