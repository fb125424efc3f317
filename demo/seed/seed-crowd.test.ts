import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countPerformers, findPerformers } from '#contract/performers/directory/directory-calls.ts';
import { explicitFields, readProfile } from '#contract/performers/profile/profile-calls.ts';
import { castOf, liveCast } from '#demo/cast.ts';
import { countUnrecorded, findRecords, identityStateOf } from '#server/performers/records/find-records.ts';
import { realNameWords } from '#server/performers/records/real-name.ts';
import { makePerformer } from '#server/testing/make.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';
import { seedCrowd } from './seed-crowd.ts';
import { seedPerformers } from './seed-performers.ts';

const test = startTestApp({ withFolder: true });

const count = async (gender?: 'male') =>
  (await callApp(test, countPerformers, { filter: gender ? { gender } : {} })).count;

it('adds performers up to a number and keeps existing ones', async () => {
  await makePerformer(test.deps, { username: 'Here-First' });
  expect(await seedCrowd(test.deps, 300)).toBe(299);
  expect(await count()).toBe(300);
  expect(await seedCrowd(test.deps, 300)).toBe(0);
  expect(await seedCrowd(test.deps, 100)).toBe(0);
  expect(await seedCrowd(test.deps, 320)).toBe(20);
  expect(await count()).toBe(320);
  expect(await count('male')).toBeGreaterThan(10);
});

it('shows all of them as offline and with a picture', async () => {
  const { result } = await callApp(test, findPerformers, { filter: { gender: 'female' }, limit: 200 });
  const ids = result.filter(({ username }) => username !== 'Here-First').map(({ user }) => user);
  for (const id of ids) {
    const folder = join(test.deps.config.dataDir, 'images', 'p', String(id));
    const [version = ''] = await readdir(folder);
    expect(await readFile(join(folder, version), 'utf8')).toMatch(/^<svg/);
  }
  expect(result.every(({ onlineStatus }) => onlineStatus === 0)).toBe(true);
});

/** (live spec 3) Profile fields, and those of the personal-info texts. */
const fields =
  `age breastSize city cover coverVideo cybertoy dateOfBirth decency description drinks ethnicity eyeColor
  firstCamSession food gender hairColor hobbies id images kinkyAttributes languageBitflag languages lastCamSession
  lifeGoal luckyNumber manType motto music nicestAboutMe nicestAboutMen nonude onlineState onlineStatus orientation
  penisSize personality pets physique piercings rating relationship sexLocation sexPosition sexualPreference shaved
  showType smoking snapshot tattoo turnoff username webcamming zodiac character favoriteBodyPart favoriteDrinks
  favoriteFood favoriteMusic oftenOnline pubicHair smoker tattoos weakness bio`.split(/\s+/);

it('L3.1 fills in every field of a profile for some of them, and withholds explicit ones', async () => {
  const { result } = await callApp(test, findPerformers, { filter: { language: ['nl'] } });
  const served = async (headers: Record<string, string>) => {
    const profiles = await Promise.all(
      result.slice(0, 40).map(({ username }) => callApp(test, readProfile, { username }, headers)),
    );
    return new Set(
      profiles.flatMap((profile) => [
        ...Object.keys(profile),
        ...Object.keys(profile.fields),
        ...Object.keys(profile.texts['en'] ?? {}),
      ]),
    );
  };
  const all = await served({});
  expect(fields.filter((field) => !all.has(field))).toEqual([]);
  const modest = await served({ 'x-non-nude': '1' });
  expect(fields.filter((field) => !modest.has(field))).toEqual(
    fields.filter((field) => explicitFields.includes(field)),
  );
});

it('finds a unique name for more performers than its lists have names', () => {
  const cast = castOf({ now: test.clock.now() });
  const names = Array.from({ length: 12_000 }, () => cast.next().value.username);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{4,31}$/);
});

describe('an empty store', () => {
  const empty = startTestApp({ withFolder: true });

  it('gives the demo’s performers identity records, but not all of them', async () => {
    const { deps } = empty;
    await seedPerformers({ ...deps, config: { ...deps.config, demoPerformers: 100 } });
    const rows = await findRecords(deps.db, { query: '', show: 'all', limit: 100, offset: 0 });
    expect(await countUnrecorded(deps.db)).toBe(1);
    expect(rows.filter((row) => identityStateOf(row) === 'approved')).toHaveLength(98);
    const first = rows.find(({ username }) => username === liveCast[0]?.username);
    expect(await realNameWords(deps, first?.id ?? 0)).toContain('waterberg');
  });
});
