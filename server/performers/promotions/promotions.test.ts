import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { inEachLocale, locales } from '#contract/locales.ts';
import { promotionFileSchema } from '#contract/performers/promotion-file.ts';
import { listPromotions } from '#contract/performers/promotions-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { prices } from '#contract/wallet/prices.ts';
import { makeMember, makePerformer } from '#server/testing/make.ts';
import { bearer, callApp, createTestApp, type TestApp, tokenFor } from '#server/testing/test-app.ts';
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

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ change: ({ brand }) => ({ brand: { ...brand, promotions } }) });
  const { deps } = test;
  await makePerformer(deps, { username: 'Off' });
  await makePerformer(deps, { username: 'Resting', onlineStatus: onlineStatus.paused });
  for (const username of ['One', 'Two', 'Three']) {
    await makePerformer(deps, { username, onlineStatus: onlineStatus.free });
  }
});
afterAll(() => test.close());

type Asked = InputOf<typeof listPromotions>;
const ask = async (input: Asked, headers = {}) =>
  (await callApp(test, listPromotions, input, headers)).result;

describe('promotions', () => {
  it('come as their placement needs them, in the language that was asked for', async () => {
    const [promo, ...none] = await ask({ placements: ['overlay'], lang: 'en' });
    expect(none).toEqual([]);
    expect(promo).toMatchObject({ component: 'other', wallet: false });
    expect(promo?.data).toMatchObject({ image: '/promotions/a.svg', title: 'guest en', modal: 'Register' });
    const [dutch] = await ask({ placements: ['overlay'], lang: 'nl' });
    expect(dutch?.data.text).toBe(`Nu ${prices.welcome}`);
    const [banner] = await ask({ placements: ['sidebar'] });
    expect(banner?.data).toMatchObject({ ...pictures, link: '/new-cams', title: 'banner nl' });
  });

  it('are a member’s own for a member, by header and by the token in the query', async () => {
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

  it('put at most two performers into the grid, and only who can be watched', async () => {
    const grid = await ask({ placements: ['grid'] });
    expect(grid.map(({ card }) => card?.username)).toEqual(['One', 'Two']);
    expect(grid.map(({ component }) => component)).toEqual(['profile', 'profile']);
  });

  it('of a performer who has left are not shown, and told when the product starts', async () => {
    const banners = await ask({ placements: ['sidebar'] });
    expect(banners.map(({ data }) => data.title)).toEqual(['banner nl']);
    expect(await unknownModels(test.deps)).toEqual(['Gone']);
  });

  it('begin and end on their days', async () => {
    expect(await ask({ placements: ['theme'] })).toEqual([]);
    test.clock.advance(20 * 24 * 3_600_000);
    expect((await ask({ placements: ['theme'] }))[0]?.data.season).toBe('christmas');
  });

  it('are all placements where none is named, and none for another brand', async () => {
    expect(new Set((await ask({})).map(({ placement }) => placement))).toContain('sidebar');
    expect(await ask({ whiteLabelToken: test.deps.config.apiKey })).not.toEqual([]);
    expect(await ask({ whiteLabelToken: 'another-brand' })).toEqual([]);
  });
});

describe('the folder of promotions', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vonk-promotions-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('says of each mistake in one sentence which file and field it is in', async () => {
    await writeFile(join(folder, 'a.json'), '{ "placement": "grid", }');
    await writeFile(join(folder, 'b.json'), JSON.stringify({ placement: 'theme', season: 'autumn', frm: 1 }));
    await writeFile(
      join(folder, 'c.json'),
      JSON.stringify({ ...overlay, until: 'tomorrow', words: { nl: { title: ' ' } } }),
    );
    const error: Error = await loadPromotions(folder, site).then(
      () => new Error('accepted'),
      (thrown: Error) => thrown,
    );
    expect(error.message.replaceAll(`${folder}/`, '').split('\n')).toEqual([
      expect.stringMatching(/^a\.json is not JSON: .+\.$/),
      'b.json: season has to be one of christmas, easter, kings-day, valentine.',
      'b.json: there is no field named frm; did you mean from?',
      'c.json: until has to be a day like 2026-12-31.',
      'c.json: words.nl.title has to be a text that is not empty.',
      'c.json: words.nl.text has to be a text.',
      'c.json: words.nl.button has to be a text.',
      ...locales.slice(1).map((locale) => `c.json: words.${locale} has to be given.`),
    ]);
  });

  it('of the brand itself is right, and its pictures are there', async () => {
    const own = await loadPromotions('src/content/promotions', { ...site, isServed });
    expect(own.length).toBeGreaterThan(0);
  });

  it('may be empty, and not missing', async () => {
    const empty = await mkdtemp(join(folder, 'none-'));
    expect(await loadPromotions(empty, site)).toEqual([]);
    await expect(loadPromotions(join(folder, 'nowhere'), site)).rejects.toThrow(
      'nowhere, does not exist: mend PROMOTIONS or make the folder, which may be empty.',
    );
  });
});
