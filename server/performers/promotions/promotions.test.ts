import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { inEachLocale, locales } from '#contract/locales.ts';
import { promotionFileSchema } from '#contract/performers/profile/promotion-file.ts';
import { listPromotions } from '#contract/performers/profile/promotions-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { prices } from '#contract/wallet/prices.ts';
import { makeMember, makePerformer } from '#server/testing/make.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor } from '#server/testing/test-app.ts';
import { isServed } from '../served-files.ts';
import { unknownModels } from './list-promotions.ts';
import { loadPromotions } from './load-promotions.ts';

const words = (what: string) => ({
  ...inEachLocale(() => ({ title: what, text: 'Text', button: 'Go' })),
  nl: { title: `${what} nl`, text: 'Nu {{welcome}}', button: 'Ga' },
  en: { title: `${what} en`, text: 'Text', button: 'Go' },
});
const overlay = { placement: 'overlay', image: '/promotions/a.svg', modal: 'Register' };
const pictures = { mobileImageUrl: '/promotions/m.svg', desktopImageUrl: '/promotions/d.svg' };
const promotions = [
  { ...overlay, audience: 'guest', words: words('guest') },
  { ...overlay, audience: 'member', wallet: true, modal: undefined, words: words('member') },
  { placement: 'theme', season: 'christmas', from: '2026-12-06', until: '2026-12-26' },
  { placement: 'grid', model: 'Gone' },
  { placement: 'sidebar', component: 'profile', model: 'Gone', ...pictures, words: words('left') },
  { placement: 'grid', model: 'Off' },
  { placement: 'grid', model: 'Resting' },
  ...['One', 'Two', 'Three'].map((model) => ({ placement: 'grid', model: model.toLowerCase() })),
  { placement: 'sidebar', link: '/new-cams', ...pictures, words: words('banner') },
].map((file) => promotionFileSchema.parse(file));

const site = { categories: ['talk'], isServed: () => true, isPerformer: null };

const test = startTestApp({ change: ({ brand }) => ({ brand: { ...brand, promotions } }) });
beforeAll(async () => {
  const { deps } = test;
  await makePerformer(deps, { username: 'Off' });
  await makePerformer(deps, { username: 'Resting', onlineStatus: onlineStatus.paused });
  for (const username of ['One', 'Two', 'Three']) {
    await makePerformer(deps, { username, onlineStatus: onlineStatus.free });
  }
});

type Input = InputOf<typeof listPromotions>;
const ask = async (input: Input, headers = {}) =>
  (await callApp(test, listPromotions, input, headers)).result;

describe('promotions', () => {
  it('P3.23 P3.24 contain what their placement needs, in the requested language', async () => {
    const [promo, ...none] = await ask({ placements: ['overlay'], lang: 'en' });
    expect(none).toEqual([]);
    expect(promo).toMatchObject({ component: 'other', wallet: false });
    expect(promo?.data).toMatchObject({ image: '/promotions/a.svg', title: 'guest en', modal: 'Register' });
    const [dutch] = await ask({ placements: ['overlay'], lang: 'nl' });
    expect(dutch?.data.text).toBe(`Nu ${prices.welcome}`);
    const [banner] = await ask({ placements: ['sidebar'] });
    expect(banner?.data).toMatchObject({ ...pictures, link: '/new-cams', title: 'banner nl' });
  });

  it("P4.5 P7.34 for a member are the member's own, by header or by the query's token", async () => {
    const token = await tokenFor(test.deps, 'member', await makeMember(test.deps));
    for (const [input, headers] of [
      [{}, bearer(token)],
      [{ memberToken: token }, {}],
    ] as const) {
      const [promo] = await ask({ placements: ['overlay'], ...input }, headers);
      expect(promo).toMatchObject({ wallet: true, data: { title: 'member nl' } });
    }
    expect((await ask({ placements: ['overlay'], memberToken: 'forged' }))[0]?.data.title).toBe('guest nl');
  });

  it('put at most two performers into the grid, all of them watchable', async () => {
    const grid = await ask({ placements: ['grid'] });
    expect(grid.map(({ card }) => card?.username)).toEqual(['One', 'Two']);
    expect(grid.map(({ component }) => component)).toEqual(['profile', 'profile']);
  });

  it('of a removed performer are left out, and reported at the start', async () => {
    const banners = await ask({ placements: ['sidebar'] });
    expect(banners.map(({ data }) => data.title)).toEqual(['banner nl']);
    expect(await unknownModels(test.deps, test.deps.brand.promotions)).toEqual(['Gone']);
  });

  it('start and end on their days', async () => {
    expect(await ask({ placements: ['theme'] })).toEqual([]);
    test.clock.advance(20 * 24 * 3_600_000);
    expect((await ask({ placements: ['theme'] }))[0]?.data.season).toBe('christmas');
  });

  it('P7.34 include all placements by default, whatever the token of the brand is', async () => {
    const all = await ask({});
    expect(new Set(all.map(({ placement }) => placement))).toContain('sidebar');
    expect(await ask({ whiteLabelToken: test.deps.config.apiKey })).toEqual(all);
    expect(await ask({ whiteLabelToken: 'another-brand' })).toEqual(all);
  });
});

describe('the folder of promotions', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vonk-promotions-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('reports each mistake in one sentence with file and field', async () => {
    await writeFile(join(folder, 'a.json'), '{ "placement": "grid", }');
    await writeFile(join(folder, 'b.json'), JSON.stringify({ placement: 'theme', season: 'autumn', frm: 1 }));
    await writeFile(
      join(folder, 'c.json'),
      JSON.stringify({ ...overlay, until: 'tomorrow', words: { nl: { title: ' ' } } }),
    );
    await writeFile(join(folder, 'd.json'), '{ "placement": "grid", "model": "a", "__proto__": {} }');
    const error: Error = await loadPromotions(folder, site).then(
      () => new Error('accepted'),
      (thrown: Error) => thrown,
    );
    expect(error.message.replaceAll(`${folder}/`, '').split('\n')).toEqual([
      expect.stringMatching(/^a\.json is not JSON: .+\.$/),
      'b.json: season must be one of christmas, easter, kings-day, valentine.',
      'b.json: there is no field named frm; did you mean from?',
      'c.json: until must be a day like 2026-12-31.',
      'c.json: words.nl.title must be a text that is not empty.',
      'c.json: words.nl.text must be a text.',
      'c.json: words.nl.button must be a text.',
      ...locales.slice(1).map((locale) => `c.json: words.${locale} must be given.`),
      'd.json: there is no field named __proto__; leave it out.',
    ]);
  });

  it('of the brand is valid, and its pictures exist', async () => {
    const own = await loadPromotions('src/content/promotions', { ...site, isServed });
    expect(own.length).toBeGreaterThan(0);
  });

  it('may be empty, but not missing', async () => {
    const empty = await mkdtemp(join(folder, 'none-'));
    expect(await loadPromotions(empty, site)).toEqual([]);
    await expect(loadPromotions(join(folder, 'nowhere'), site)).rejects.toThrow(
      'nowhere does not exist. Correct PROMOTIONS, or create the folder; it may be empty.',
    );
  });
});
