import { describe, expect, test } from 'vitest';
import { type Locale, locales } from '#contract/locales.ts';
import { DESCRIPTION_MAX, indexingOf, type ListFacts, shorten } from './indexing.ts';

describe('P1.18 shorten', () => {
  test('keeps a description that fits, on one line', () => {
    expect(shorten('  Live\n webcams ')).toBe('Live webcams');
  });
  test('cuts a long description at a word within the limit', () => {
    const short = shorten('woord '.repeat(60));
    expect(short.length).toBeLessThanOrEqual(DESCRIPTION_MAX);
    expect(short).toMatch(/ woord…$/);
  });
  test('cuts a description without spaces too', () => {
    expect(shorten('x'.repeat(400))).toHaveLength(DESCRIPTION_MAX);
  });
});

describe('indexingOf', () => {
  const origin = 'https://vonk.example';
  const plain: ListFacts = { page: 1, lastPage: 3, filters: {}, counts: null };
  const of = (path: string, more: object = {}) => indexingOf({ origin, locale: 'nl', path, ...more });

  test('uses the unprefixed URL for Dutch and x-default, and /en for English', () => {
    expect(of('/free', { list: plain })).toEqual({
      robots: null,
      canonical: 'https://vonk.example/free',
      alternates: [
        { hreflang: 'nl', href: 'https://vonk.example/free' },
        { hreflang: 'en', href: 'https://vonk.example/en/free' },
        { hreflang: 'de', href: 'https://vonk.example/de/free' },
        { hreflang: 'x-default', href: 'https://vonk.example/free' },
      ],
    });
  });

  test.each([
    ['home', 'nl', '/', {}, 'https://vonk.example/', null],
    ['the English home', 'en', '/', {}, 'https://vonk.example/en', null],
    ['a profile', 'nl', '/profile/Noor', {}, 'https://vonk.example/profile/Noor', null],
    ['the first page of a list', 'nl', '/', { list: plain }, 'https://vonk.example/', null],
    [
      'the second page of a list',
      'en',
      '/free',
      { list: { ...plain, page: 2 } },
      'https://vonk.example/en/free?page=2',
      null,
    ],
    [
      'a page behind the last',
      'nl',
      '/',
      { list: { ...plain, page: 4 } },
      'https://vonk.example/',
      'noindex, follow',
    ],
    [
      'a filtered list',
      'nl',
      '/talk',
      { list: { ...plain, filters: { age: ['18-24'] } } },
      'https://vonk.example/talk',
      'noindex, follow',
    ],
    [
      'page two of a filtered list',
      'nl',
      '/',
      { list: { ...plain, page: 2, filters: { age: ['18-24'] } } },
      'https://vonk.example/',
      'noindex, follow',
    ],
    [
      'the open filters of a list',
      'nl',
      '/',
      { list: { ...plain, counts: {} } },
      'https://vonk.example/',
      'noindex, follow',
    ],
    [
      'a stream',
      'en',
      '/stream/Noor',
      { viewOf: '/profile/Noor' },
      'https://vonk.example/en/profile/Noor',
      'noindex, follow',
    ],
    ['an error', 'nl', '/nothing', { hidden: true }, null, 'noindex'],
  ] as const)('%s', (_, locale, path, more, canonical, robots) => {
    const indexing = indexingOf({ origin, locale, path, ...more });
    expect(indexing).toMatchObject({ canonical, robots });
    // Only an indexed page lists its alternates.
    expect(indexing.alternates).toHaveLength(robots === null ? locales.length + 1 : 0);
  });

  test('a text is an alternate only in the languages in which it exists', () => {
    const written = (languages: readonly Locale[], locale: Locale) =>
      of('/profile/Noor', { languages, locale }).alternates.map(({ hreflang, href }) => [hreflang, href]);
    const [dutch, english] = ['https://vonk.example/profile/Noor', 'https://vonk.example/en/profile/Noor'];
    expect(written(['nl', 'en'], 'nl')).toEqual([
      ['nl', dutch],
      ['en', english],
      ['x-default', dutch],
    ]);
    expect(written(['nl', 'en'], 'de')).toEqual([]);
    expect(written(['en'], 'en')).toEqual([
      ['en', english],
      ['x-default', english],
    ]);
  });

  test('the alternates of a list’s second page are second pages', () => {
    const { alternates } = of('/', { list: { ...plain, page: 2 } });
    expect(alternates.map(({ href }) => href)).toEqual([
      'https://vonk.example/?page=2',
      'https://vonk.example/en?page=2',
      'https://vonk.example/de?page=2',
      'https://vonk.example/?page=2',
    ]);
  });
});
