import { describe, expect, test } from 'vitest';
import { inEachLocale } from '../../locales.ts';
import { features } from '../../site/features.ts';
import { completeTabs, gatherCategory } from './categories.ts';
import { categoryFilterSchema } from './categories-calls.ts';

const body = 'Een tekst.';
const nl = { name: 'Koken', title: 'Live koken', description: 'Kook mee.', position: 3 };
const en = { name: 'Cooking', title: 'Live cooking', description: 'Cook along.' };
const gather = (dutch: object, english: object = en) =>
  gatherCategory('cooking', {
    ...inEachLocale((locale) => ({ path: `cooking/${locale}.md`, frontMatter: en, body })),
    nl: { path: 'cooking/nl.md', frontMatter: dutch, body },
    en: { path: 'cooking/en.md', frontMatter: english, body },
  });

test('P3.22 takes the facts from the first file and the texts from each language', () => {
  expect(gather({ ...nl, filters: { age: ['30-50'] } })).toMatchObject({
    slug: 'cooking',
    key: 'cooking',
    position: 3,
    active: true,
    highlight: { active: false },
    meta: { nl: { name: 'Koken' }, en: { name: 'Cooking' } },
    filters: { age: ['30-50'] },
    texts: { en: { title: 'Live cooking', body, h2Tabs: [] } },
  });
});

test('filters by the category itself if it has no filters', () => {
  expect(gather(nl).filters).toEqual({ category: 'cooking' });
});

test('accepts a fact repeated in another language', () => {
  expect(gather({ ...nl, highlight: true }, { ...en, position: 3, highlight: true }).highlight.active).toBe(
    true,
  );
});

test.each([
  [
    'a missing field',
    { name: 'Koken', description: 'x', position: 3 },
    en,
    'cooking/nl.md: title is missing.',
  ],
  ['a missing fact', { ...nl, position: undefined }, en, 'cooking/nl.md: position is missing.'],
  [
    'a text that is too long',
    nl,
    { ...en, description: 'x'.repeat(161) },
    'cooking/en.md: description is longer than 160 characters.',
  ],
  ['an empty text', nl, { ...en, name: ' ' }, 'cooking/en.md: name is empty.'],
  [
    'a misspelt field',
    { ...nl, higlight: true },
    en,
    'cooking/nl.md: higlight is not a field that a category has; did you mean highlight?',
  ],
  ['a wrong kind', { ...nl, position: 'first' }, en, 'cooking/nl.md: position must be a number.'],
  [
    'a word for a switch',
    { ...nl, highlight: 'perhaps' },
    en,
    'cooking/nl.md: highlight must be true or false.',
  ],
  [
    'a filter value nobody knows',
    { ...nl, filters: { age: ['20-30'] } },
    en,
    'cooking/nl.md: filters age 1, must be one of 18-24, 24-30, 30-50, 50-100.',
  ],
  [
    'a filter nobody knows',
    { ...nl, filters: { height: ['tall'] } },
    en,
    `cooking/nl.md: height of filters is not a field that a category has; there are ${Object.keys(categoryFilterSchema.shape).join(', ')}.`,
  ],
  [
    'a field of a tab',
    { ...nl, h2Tabs: [{ tab: 'A', title: 'B', content: 'C', titel: 'B' }] },
    en,
    'cooking/nl.md: titel of h2Tabs: tab 1 is not a field that a category has; did you mean title?',
  ],
  [
    'a tab without a title',
    { ...nl, h2Tabs: [{ tab: 'A', content: 'C' }] },
    en,
    'cooking/nl.md: h2Tabs: tab 1, title is missing.',
  ],
  [
    'a tab with nothing below its title',
    { ...nl, h2Tabs: [{ tab: 'A', title: 'B', content: ' ' }] },
    en,
    'cooking/nl.md: h2Tabs: tab 1, content is empty.',
  ],
  [
    'a tab of a feature nobody knows',
    { ...nl, h2Tabs: [{ tab: 'A', title: 'B', content: 'C', feature: 'vipp' }] },
    en,
    `cooking/nl.md: h2Tabs: tab 1, feature must be one of ${features.join(', ')}.`,
  ],
  [
    'a picture elsewhere',
    { ...nl, h2Tabs: [{ tab: 'A', title: 'B', content: 'C', image: 'https://else.example/x.png' }] },
    en,
    'cooking/nl.md: h2Tabs: tab 1, image must be a picture of this site, like /assets/tab.webp.',
  ],
  [
    'a day that is none',
    nl,
    { ...en, updated: 'today' },
    'cooking/en.md: updated must be a day like 2026-11-20.',
  ],
  ['nothing at all', nl, null, 'cooking/en.md: the front matter must be a list of fields.'],
  [
    'two positions',
    nl,
    { ...en, position: 4 },
    'cooking/en.md: position differs from cooking/nl.md; leave it out here.',
  ],
])('reports %s in one sentence', (_, dutch, english, sentence) => {
  expect(() => gather(dutch, english as object)).toThrow(new Error(sentence));
});

test('reports a category without a text', () => {
  const files = {
    ...inEachLocale((locale) => ({ path: `${locale}.md`, frontMatter: en, body })),
    nl: { path: 'nl.md', frontMatter: nl, body: ' \n' },
  };
  expect(() => gatherCategory('cooking', files)).toThrow(
    'nl.md: the text below the front matter is missing.',
  );
});

describe('completeTabs', () => {
  const all = () => true;
  const whole = { tab: 'A', title: 'B', content: 'C' };
  test.each([
    ['without a tab', { title: 'B', content: 'C' }],
    ['without a title', { tab: 'A', content: 'C' }],
    ['without a content', { tab: 'A', title: 'B', content: '' }],
  ])('P2.79 leaves out one %s', (_, tab) => {
    expect(completeTabs([tab, whole], all)).toEqual([whole]);
  });
  test('keeps a picture', () => {
    expect(completeTabs([{ ...whole, image: '/a.webp' }], all)).toEqual([{ ...whole, image: '/a.webp' }]);
  });
  test('shows the tab of a feature only if the brand has it', () => {
    const tabs = [whole, { ...whole, tab: 'VIP', feature: 'vip' as const }];
    expect(completeTabs(tabs, (feature) => feature === 'vip')).toEqual([whole, { ...whole, tab: 'VIP' }]);
    expect(completeTabs(tabs, () => false)).toEqual([whole]);
  });
});
