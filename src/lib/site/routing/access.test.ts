import { describe, expect, test } from 'vitest';
import { findRoute } from '#contract/page-routes.ts';
import { vonk } from '../../../content/brand/vonk.ts';
import { admit, staysReachable } from './access.ts';

const features = { ...vonk.features, messenger: true };
const none = new URLSearchParams();
const guest = { loggedIn: false, features };
const member = { loggedIn: true, features };

test('where the site is not served, the texts about it are read all the same', () => {
  for (const path of ['/forbidden', '/cookies', '/privacy', '/terms-conditions', '/consent', '/robots.txt'])
    expect(staysReachable(path), path).toBe(true);
  for (const path of ['/', '/free', '/profile/Noor', '/forbidden/x', '/age', '/activate'])
    expect(staysReachable(path), path).toBe(false);
});

describe('admit', () => {
  test.each(['/', '/free', '/profile/Noor', '/profile', '/blonde', '/favourites-of-mine'])(
    'lets a guest open %s',
    (path) => {
      expect(admit(path, none, guest)).toBe('open');
    },
  );
  test('sends a guest home from what is for members', () => {
    expect(admit('/favourites', none, guest)).toBe('home');
    expect(admit('/favourites', none, member)).toBe('open');
  });
  test('the settings are a member’s', () => {
    expect(admit('/settings', none, guest)).toBe('home');
    expect(admit('/settings', none, member)).toBe('open');
  });
  test('the messenger is a member’s, and nobody’s where the brand has none', () => {
    const without = { ...member, features: { ...features, messenger: false } };
    const preset = new URLSearchParams({ modelId: '7', model: 'Noor' });
    for (const path of ['/messenger', '/messenger/Noor', '/messenger/new-conversation']) {
      expect(admit(path, preset, guest)).toBe('home');
      expect(admit(path, preset, without)).toBe('home');
      expect(admit(path, preset, member)).toBe('open');
    }
    expect(admit('/messenger/new-conversation', none, member)).toBe('unknown');
  });
  test.each([
    [`/profile/${'a'.repeat(64)}`, 'open'],
    [`/profile/${'a'.repeat(65)}`, 'unknown'],
    ['/profile/a%2Fb', 'unknown'],
    ['/stream/a%00b', 'unknown'],
  ])('a page can or cannot be for %s: %s', (path, expected) => {
    expect(admit(path, none, guest)).toBe(expected);
  });
});

test.each([
  ['modelId=7&model=Noor', true],
  ['modelId=7', false],
  ['modelId=7&model=', false],
  ['model=Noor', false],
  ['modelId=x&model=Noor', false],
])('a new conversation can be for "%s": %s', (query, expected) => {
  const { route, params } = findRoute('/messenger/new-conversation') ?? {};
  expect(route?.validate?.(params ?? {}, new URLSearchParams(query))).toBe(expected);
});

test('a feature that is off takes its routes with it', () => {
  const off = { loggedIn: true, features: { ...features, messenger: false } };
  expect(findRoute('/messenger/Noor')?.route.feature).toBe('messenger');
  expect(admit('/messenger/Noor', none, off)).toBe('home');
});
