import { describe, expect, test } from 'vitest';
import { isoCodes, localePath, localeTag, splitLocale } from './locales.ts';

describe('splitLocale', () => {
  test.each([
    ['/', 'nl', '/'],
    ['/free', 'nl', '/free'],
    ['/nl', 'nl', '/'],
    ['/nl/free', 'nl', '/free'],
    ['/en', 'en', '/'],
    ['/en/profile/Noor', 'en', '/profile/Noor'],
    ['/english', 'nl', '/english'],
    ['/de/free', 'de', '/free'],
    ['/tlh/free', 'nl', '/tlh/free'],
    ['/profile/en', 'nl', '/profile/en'],
  ])('P1.10 P1.11 P2.1 %s is %s and %s', (pathname, locale, path) => {
    expect(splitLocale(pathname)).toEqual({ locale, path });
  });
});

test.each([
  ['nl', '/', '/'],
  ['nl', '/free', '/free'],
  ['en', '/', '/en'],
  ['en', '/free', '/en/free'],
  ['de', '/', '/de'],
] as const)('P2.1 in %s the page %s is at %s', (locale, path, expected) => {
  expect(localePath(locale, path)).toBe(expected);
});

test('P1.8 P1.9 uses the region with the most readers of a language', () => {
  expect(isoCodes).toMatchObject({ nl: 'nl-NL', en: 'en-US', de: 'de-DE' });
});

test.each([
  ['nl', true],
  ['pt-BR', true],
  ['zh-Hant', true],
  ['NL', false],
  ['notes', false],
  ['', false],
])('“%s” is a valid language tag: %s', (text, is) => {
  expect(localeTag.test(text)).toBe(is);
});
