import { describe, expect, test } from 'vitest';
import { localePath, splitLocale } from './locales.ts';

describe('splitLocale', () => {
  test.each([
    ['/', 'nl', '/'],
    ['/free', 'nl', '/free'],
    ['/nl', 'nl', '/'],
    ['/nl/free', 'nl', '/free'],
    ['/en', 'en', '/'],
    ['/en/profile/Noor', 'en', '/profile/Noor'],
    ['/english', 'nl', '/english'],
    ['/de/free', 'nl', '/de/free'],
    ['/profile/en', 'nl', '/profile/en'],
  ])('%s is %s and %s', (pathname, locale, path) => {
    expect(splitLocale(pathname)).toEqual({ locale, path });
  });
});

test.each([
  ['nl', '/', '/'],
  ['nl', '/free', '/free'],
  ['en', '/', '/en'],
  ['en', '/free', '/en/free'],
] as const)('in %s the page %s is at %s', (locale, path, expected) => {
  expect(localePath(locale, path)).toBe(expected);
});
