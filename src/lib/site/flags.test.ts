import { describe, expect, test } from 'vitest';
import { mayOpen, staysReachable } from './flags.ts';

const features = { messenger: true, safe: false, christmasMode: false, categories: true };

test('where the site is not served, the texts about it are read all the same', () => {
  for (const path of ['/forbidden', '/cookies', '/privacy', '/terms-conditions', '/robots.txt'])
    expect(staysReachable(path), path).toBe(true);
  for (const path of ['/', '/free', '/profile/Noor', '/forbidden/x', '/age', '/activate'])
    expect(staysReachable(path), path).toBe(false);
});

describe('mayOpen', () => {
  test.each(['/', '/free', '/profile/Noor', '/favourites-of-mine'])('lets a guest open %s', (path) => {
    expect(mayOpen(path, { loggedIn: false, features })).toBe(true);
  });
  test.each(['/favourites', '/settings', '/messenger', '/messenger/Noor'])(
    'keeps a guest from %s',
    (path) => {
      expect(mayOpen(path, { loggedIn: false, features })).toBe(false);
      expect(mayOpen(path, { loggedIn: true, features })).toBe(true);
    },
  );
  test('keeps everyone from a feature that is off', () => {
    const off = { ...features, messenger: false };
    expect(mayOpen('/messenger/Noor', { loggedIn: true, features: off })).toBe(false);
  });
});
