import { describe, expect, it } from 'vitest';
import { listContentChanges } from '#contract/desk/change-calls.ts';
import {
  CONTENT_FILE_MAX,
  listContent,
  previewCategory,
  previewPromotion,
} from '#contract/desk/content-calls.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { inEachLocale } from '#contract/locales.ts';
import { promotionFileSchema } from '#contract/performers/profile/promotion-file.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { prices } from '#contract/wallet/prices.ts';
import { keepPromotions } from '#server/performers/promotions/promotion-days.ts';
import { makePerformer } from '#server/testing/make.ts';
import { anOperator } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';

const words = inEachLocale(() => ({ title: 'Amber', text: 'Hello {{welcome}}', button: 'Go' }));
const banner = {
  placement: 'sidebar',
  link: '/art',
  mobileImageUrl: '/promotions/new-cams-mobile.svg',
  desktopImageUrl: '/promotions/new-cams-desktop.svg',
  words,
};
const published = [
  ['banner', banner],
  ['bare', { placement: 'overlay', wallet: true, words }],
  ['later', { placement: 'theme', season: 'easter', from: '2026-11-21' }],
  ['over', { placement: 'logo', image: '/promotions/new-year.svg', until: '2026-11-19', audience: 'guest' }],
  ['found', { placement: 'grid', model: 'amber' }],
  ['gone', { placement: 'grid', model: 'Nadine' }],
] as const;

const test = startTestApp({
  change: ({ brand }) => ({
    brand: {
      ...brand,
      hasFeature: (feature) => feature !== 'vip',
      edited: {
        ...brand.edited,
        promotions: published.map(([name, file]) => ({ name, promotion: promotionFileSchema.parse(file) })),
      },
    },
  }),
});

const editor = async () => (await anOperator(test, 'moderator')).headers;
const artFiles = () => {
  const found = test.deps.brand.edited.categories.find(({ written }) => written.slug === 'art');
  if (!found) throw new Error('there is no category art');
  return found.files;
};
const category = async (slug: string, files: InputOf<typeof previewCategory>['files']) =>
  callApp(test, previewCategory, { slug, files }, await editor());
const promotion = async (file: unknown, name = 'mine') =>
  callApp(
    test,
    previewPromotion,
    { name, file: typeof file === 'string' ? file : JSON.stringify(file) },
    await editor(),
  );

describe('the content that is published', () => {
  it('is listed with what visitors see of it today', async () => {
    await makePerformer(test.deps, { username: 'Amber', onlineStatus: onlineStatus.free });
    const { categories, promotions } = await callApp(test, listContent, {}, await editor());
    const art = categories.find(({ slug }) => slug === 'art');
    expect(art).toMatchObject({
      active: true,
      texts: { nl: { name: 'Kunst' }, en: { updated: '2026-11-20' } },
    });
    expect(art?.texts.en.words).toBeGreaterThan(120);
    expect(promotions.map(({ name, rest }) => [name, rest])).toEqual([
      ['banner', null],
      ['bare', 'picture'],
      ['later', 'later'],
      ['over', 'over'],
      ['found', null],
      ['gone', 'performer'],
    ]);
    expect(promotions.map(({ model }) => model)).toEqual([
      null,
      null,
      null,
      null,
      { username: 'amber', isFound: true },
      { username: 'Nadine', isFound: false },
    ]);
  });
});

describe('what changed in promotions', () => {
  const of = (files: readonly (readonly [string, object])[]) => {
    const promotions = files.map(([name, file]) => ({ name, promotion: promotionFileSchema.parse(file) }));
    const edited = { ...test.deps.brand.edited, promotions };
    return { ...test.deps, brand: { ...test.deps.brand, edited } };
  };
  const changes = async (since?: string) =>
    (await callApp(test, listContentChanges, { since }, await editor())).result;

  it('is known by day and field, from what the product published before', async () => {
    const [banner, bare, ...others] = published;
    await keepPromotions(test.deps);
    expect(await changes()).toEqual([]);
    test.clock.advance(24 * 3_600_000);
    const changed = of([['banner', { ...banner[1], link: '/music' }], ['new', bare[1]], ...others]);
    await keepPromotions(changed);
    await keepPromotions(changed);
    const expected = [
      { promotion: 'new', change: 'added', field: null },
      { promotion: 'bare', change: 'removed', field: null },
      { promotion: 'banner', change: 'changed', field: 'link', before: '/art', after: '/music' },
    ].map((one) => expect.objectContaining({ day: '2026-11-21', ...one }));
    expect(await changes()).toEqual(expected);
    // The day after, they are yesterday's.
    test.clock.advance(24 * 3_600_000);
    expect(await changes()).toEqual(expected);
    test.clock.advance(24 * 3_600_000);
    expect(await changes()).toEqual([]);
    expect(await changes('2026-11-21')).toEqual(expected);
  });
});

describe('a changed category', () => {
  it('is returned as visitors would see it, with what differs', async () => {
    const en = artFiles().en.replace(/^title: .*$/m, 'title: Art for {{minute}} credits');
    const { isNew, mistakes, remarks, changes, shown } = await category('art', { en });
    expect({ isNew, mistakes, remarks }).toEqual({ isNew: false, mistakes: [], remarks: [] });
    expect(changes).toEqual([
      {
        field: 'en.title',
        before: 'Live webcams with art and makers',
        after: 'Art for {{minute}} credits',
      },
    ]);
    expect(shown?.en.title).toBe(`Art for ${prices.chatMinute} credits`);
    expect(shown?.nl.title).not.toContain('Art for');
    expect(test.deps.brand.categories.en.find(({ slug }) => slug === 'art')?.title).not.toBe(shown?.en.title);
  });

  it('never contains script', async () => {
    const script = '\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) <img src=x onerror=alert(1)>';
    const { shown } = await category('art', { en: artFiles().en + script });
    expect(shown?.en.seo.main.content).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(shown?.en.seo.main.content).toContain('<a href="">x</a> &lt;img');
  });

  const file = 'src/content/categories/art/en.md';
  it.each([
    ['not UTF-8', /^/, '\ufffd', [`${file}: the file is not UTF-8; save it as UTF-8.`]],
    [
      'with a misspelt field',
      /^title:/m,
      'titel:',
      [`${file}: titel is not a field that a category has; did you mean title?`],
    ],
    [
      'with a field of no object',
      /^title:/m,
      '__proto__: {}\ntitle:',
      [expect.stringContaining('__proto__ is not a field')],
    ],
    [
      'with an alias that leads nowhere',
      /^title:.*$/m,
      'title: *x',
      [expect.stringContaining('Unresolved alias')],
    ],
    [
      'in another language',
      /(?<=\n---\n)[\s\S]*$/,
      'Dit is een tekst die nog niet is vertaald, want dat komt later wel een keer.',
      [expect.stringContaining('must be English, but reads as Dutch')],
    ],
    [
      'with an unknown amount',
      /^title:.*$/m,
      'title: For {{hour}}',
      [expect.stringContaining('{{hour}} is not a known amount')],
    ],
    [
      'with a picture elsewhere',
      /content: \|/,
      'image: /../package.svg\n    content: |',
      [expect.stringContaining('which does not exist')],
    ],
  ])('%s is refused in one sentence', async (_, from, to, mistakes) => {
    const en = artFiles().en.replace(from, to);
    expect(en).not.toBe(artFiles().en);
    const answer = await category('art', { en });
    expect(answer).toMatchObject({ mistakes, shown: null, changes: [] });
  });

  it('whose position is taken is refused', async () => {
    const nl = artFiles().nl.replace(/^position: .*$/m, 'position: 2');
    expect((await category('art', { nl })).mistakes).toEqual([
      expect.stringMatching(
        /^src\/content\/categories\/[\w-]+\/nl\.md: position 2 is already taken by [\w-]+\.$/,
      ),
    ]);
  });

  it('that is hidden is refused while a promotion leads to it', async () => {
    const nl = artFiles().nl.replace(/^position:/m, 'active: false\nposition:');
    expect((await category('art', { nl })).mistakes).toEqual([
      expect.stringMatching(/promotions\/banner\.json: link: \/art leads to no page of the site;/),
    ]);
  });

  it('is told what only the check refuses', async () => {
    const extra = '\n\nNow [here](/nowhere) for 60 credits, in VIP.';
    const en = artFiles().en.replace(/^updated: .*$/m, 'updated: 2027-01-01') + extra;
    const { mistakes, remarks, shown } = await category('art', { en });
    expect(mistakes).toEqual([]);
    expect(remarks).toEqual([
      expect.stringMatching(/en\.md: updated is 2027-01-01, which is in the future;/),
      expect.stringMatching(/en\.md: the text below the front matter: \/nowhere leads to no page/),
      expect.stringMatching(/en\.md: the text below the front matter: “60 credits” is a typed price,/),
      expect.stringMatching(/en\.md: the text below the front matter promises “VIP”,/),
    ]);
    expect(shown).not.toBeNull();
  });
});

describe('a new category', () => {
  it('needs a file in each language, and a folder that can be an address', async () => {
    const { en } = artFiles();
    expect(await category('opera', { en })).toMatchObject({
      isNew: true,
      mistakes: ['nl', 'de'].map(
        (missing) =>
          `src/content/categories/opera/${missing}.md: this file is missing; a category has nl.md, en.md, and de.md.`,
      ),
    });
    for (const slug of ['../art', 'Art', 'a b', '__proto__'])
      expect((await category(slug, artFiles())).mistakes, slug).toEqual([
        expect.stringContaining('may only have lowercase letters, digits and hyphens'),
      ]);
    expect((await category('desk', artFiles())).mistakes).toEqual([
      expect.stringContaining('the site has another page at /desk'),
    ]);
  });

  it('has nothing before each field', async () => {
    const files = inEachLocale((locale) =>
      artFiles()
        [locale].replace(/^position: .*$/m, 'position: 900')
        .replace(/^(name|title|description): /gm, `$1: ${locale === 'nl' ? 'Opera en' : 'Opera'} `)
        .replace(/(?<=^description: .{150}).*$/m, ''),
    );
    const { isNew, mistakes, changes, shown } = await category('opera', files);
    expect({ isNew, mistakes }).toEqual({ isNew: true, mistakes: [] });
    expect(changes[0]).toEqual({ field: 'position', before: null, after: '900' });
    expect(shown?.de.slug).toBe('opera');
  });

  it('that is too long to be one is refused unread', async () => {
    await expect(category('art', { en: 'x'.repeat(CONTENT_FILE_MAX + 1) })).rejects.toMatchObject({
      label: 'badRequest.invalid.input',
    });
  });
});

describe('a changed promotion', () => {
  it('is returned as visitors would see it in each language, with what differs', async () => {
    const { title: _, ...rest } = words.en;
    const changed = { ...banner, until: '2026-12-01', words: { ...words, en: { ...rest, title: 'New' } } };
    const answer = await promotion(changed, 'banner');
    expect(answer).toMatchObject({
      isNew: false,
      mistakes: [],
      remarks: [],
      rest: null,
      audience: 'everyone',
    });
    expect(answer.changes).toEqual([
      { field: 'until', before: null, after: '2026-12-01' },
      { field: 'words.en.title', before: 'Amber', after: 'New' },
    ]);
    expect(answer.shown?.en.data).toMatchObject({ title: 'New', text: `Hello ${prices.welcome}` });
    expect(answer.shown?.nl.data.title).toBe('Amber');
  });

  it('with a performer has her card, or is told that she cannot be found', async () => {
    await makePerformer(test.deps, { username: 'Femke' });
    const grid = (model: string) => promotion({ placement: 'grid', model });
    expect((await grid('femke')).shown?.de.card).toMatchObject({ username: 'Femke' });
    const gone = await grid('Nadine');
    expect(gone).toMatchObject({ isNew: true, rest: 'performer', mistakes: [] });
    expect(gone.remarks).toEqual([
      expect.stringMatching(/mine\.json: model names Nadine, but no performer has that username\.$/),
    ]);
    expect(gone.shown?.nl.card).toBeUndefined();
  });

  it.each([
    ['that is not JSON', '{ "placement": "grid", }', /mine\.json is not JSON: /],
    ['that is not UTF-8', '{"placement":"\ufffd"}', /the file is not UTF-8; save it as UTF-8\.$/],
    [
      'with a field of no object',
      '{"placement":"grid","model":"a","__proto__":{"x":1}}',
      /there is no field named __proto__; leave it out\.$/,
    ],
    [
      'with such a field in its words',
      JSON.stringify({ ...banner, words: { ...words, x: 1 } }).replace('"x":1', '"__proto__":{"x":1}'),
      /there is no field named __proto__; leave it out\.$/,
    ],
    [
      'with a link to no page',
      JSON.stringify({ ...banner, link: '/fre' }),
      /link: \/fre leads to no page of the site;/,
    ],
  ])('%s is refused in one sentence', async (_, file, sentence) => {
    const answer = await promotion(file);
    expect(answer).toMatchObject({ mistakes: [expect.stringMatching(sentence)], shown: null });
  });

  it('is told what only the check refuses', async () => {
    const en = { title: 'VIP', text: 'Now 50 credits', button: 'Go' };
    expect((await promotion({ ...banner, words: { ...words, en } })).remarks).toEqual([
      expect.stringMatching(/mine\.json: words\.en\.title promises “VIP”,/),
      expect.stringMatching(/mine\.json: words\.en\.text: “50 credits” is a typed price,/),
    ]);
  });
});
