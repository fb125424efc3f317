import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { ageFrom } from '#contract/day.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { listPerformers } from '#contract/performers/directory/directory-calls.ts';
import { listSitemapEntries } from '#contract/performers/directory/sitemap-calls.ts';
import { RELATED_LIMIT, readProfile } from '#contract/performers/profile/profile-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { makePerformer } from '#server/testing/make.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';
import { NEW_MS } from '../directory/card.ts';
import { performersFor } from '../performers-for.ts';
import { performers } from '../tables.ts';
import { removePerformer, storeStatus } from './store-status.ts';

const test = startTestApp();
const { free, online, vip, paused, offline } = onlineStatus;
const ago = (ms: number) => new Date(test.clock.now().getTime() - ms);
const HOUR = 3_600_000;

/** Named after their place in the default order. */
beforeAll(async () => {
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

const names = async (input: InputOf<typeof listPerformers>) =>
  (await callApp(test, listPerformers, input)).result.map(({ username }) => username[0]).join('');

describe('the list', () => {
  it('L9.11 L9.12 sorts free first, then live by language and rating, then by last session', async () => {
    expect(await names({ pagination: { page: 1 } })).toBe('ABCDEF');
  });

  it("L3.4 L9.11 sorts the visitor's language before the rating", async () => {
    expect(await names({ ordering: [{ key: 'language', value: 'fr' }] })).toBe('ADBCEF');
  });

  it.each([
    ['P2.5 free chat', { status: ['free'] }, 'A'],
    ['paid chat or VIP', { status: ['live', 'vip'] }, 'CD'],
    ['everyone who is not offline', { status: ['online'] }, 'ABCD'],
    ['offline', { status: ['offline'] }, 'EF'],
    ['P2.6 an interactive toy', { toy: true }, 'CE'],
    ['P2.7 L9.15 new within a week', { isNew: true }, 'A'],
    ['a category', { category: 'music' }, 'AB'],
    ['another gender', { gender: 'male' }, 'M'],
    ['a name, whatever its case', { username: 'a-FREE' }, 'A'],
  ] as const)('filters by %s', async (_, filter, expected) => {
    expect(await names({ filter: filter as InputOf<typeof listPerformers>['filter'] })).toBe(expected);
  });

  it('L3.4 is paged with the total, also after the last page', async () => {
    const page = (number: number) =>
      callApp(test, listPerformers, { pagination: { page: number, limit: 4 } });
    expect((await page(1)).result.length).toBe(4);
    expect((await page(2)).result.length).toBe(2);
    expect(await page(9)).toEqual({ result: [], total: 6 });
    expect((await page(1)).total).toBe(6);
  });

  it('contains what a card shows', async () => {
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
  it('P7.43 is found by name in any case, with similar performers', async () => {
    const profile = await callApp(test, readProfile, { username: 'b-live-HIGH' });
    expect(profile).toMatchObject({ username: 'B-Live-High', onlineStatus: paused, gender: 'female' });
    expect(profile.related.length).toBeLessThanOrEqual(RELATED_LIMIT);
    // Live ones first, among them the one with the same interest.
    expect(profile.related[0]?.username).toBe('A-Free');
    expect(profile.related.map(({ username }) => username)).not.toContain('B-Live-High');
  });

  it('shows other genders only if too few of the same one are similar', async () => {
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
  ])('L2.12 has neighbours: %s', async (_, username, previous, next) => {
    expect(await callApp(test, readProfile, { username })).toMatchObject({ previous, next });
  });

  it('puts neighbours who speak the visitor’s language first', async () => {
    const profile = await callApp(test, readProfile, { username: 'D-Live-Stranger' }, { 'x-lang': 'fr' });
    expect(profile).toMatchObject({ previous: 'A-Free', next: 'B-Live-High' });
  });

  it('tells the age, but no visitor the day of birth', async () => {
    await makePerformer(test.deps, { username: 'Born', dateOfBirth: '1995-05-05' });
    const profile = await callApp(test, readProfile, { username: 'Born' });
    expect(JSON.stringify(profile)).not.toContain('-05-05');
    expect(ageFrom(profile.dateOfBirth, test.clock.now())).toBe(profile.age);
    expect(profile.age).toBe(31);
  });

  it('has the last session of an offline performer, and the portrait beside the stream', async () => {
    const profile = await callApp(test, readProfile, { username: 'E-Offline-Just' });
    expect(profile).toMatchObject({
      onlineState: 'offline',
      lastCamSession: ago(HOUR).toISOString(),
      nonude: false,
      cover: null,
    });
  });

  it('of an unknown performer is refused with a label', async () => {
    await expect(callApp(test, readProfile, { username: 'niemand' })).rejects.toThrow(
      'badRequest.performer.notExists',
    );
  });
});

describe('a removed performer', () => {
  it('is not listed, and her profile is answered as removed', async () => {
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

  it("can't go live again", async () => {
    const id = await makePerformer(test.deps, { username: 'Left-Live', gender: 'trans' });
    await removePerformer(test.deps, operatorCaller('test'), 'Left-Live');
    await expect(storeStatus(test.deps, id, online)).rejects.toThrow('badRequest.performer.notExists');
  });
});

it('pages the sitemap entries of profiles', async () => {
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

it("pushes a new status to everyone, and stores the session's time", async () => {
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

  it('is the stream for a visitor who agreed, else the portrait', async () => {
    const shown = { snapshot: 'k1', onlineStatus: online, profile: { picture: 'abc' } };
    await makePerformer(test.deps, { username: 'Lia', gender: 'couple', ...shown });
    await makePerformer(test.deps, { username: 'Noa', gender: 'couple', nonude: true, ...shown });
    expect(await kindOf('Lia')).toBe('l');
    expect(await kindOf('Lia', strict)).toBe('p');
    expect(await kindOf('Noa')).toBe('l');
    expect(await kindOf('Noa', strict)).toBe('l');
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

  it('is removed when its stream ends', async () => {
    const id = await makePerformer(test.deps, { gender: 'couple', onlineStatus: online, snapshot: 'k1' });
    await storeStatus(test.deps, id, offline);
    expect((await performersFor(test.deps, inHouse).byId(id))?.snapshot).toBeNull();
  });
});
