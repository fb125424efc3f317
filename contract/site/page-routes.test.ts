import { expect, test } from 'vitest';
import { findRoute, isPageWith, isStudioPath } from './page-routes.ts';
import { routes } from './routes.ts';

test.each([
  ['/', 'index', {}],
  ['/free', 'free', {}],
  ['/profile', 'profile', {}],
  ['/profile/Noor', 'profile', { model: 'Noor' }],
  ['/profile/a%2Fb', 'profile', { model: 'a/b' }],
  ['/profile/%E0%A4%A', 'profile', { model: '%E0%A4%A' }],
  ['/stream/Noor', 'stream', { model: 'Noor' }],
  ['/messenger', 'messenger', {}],
  ['/messenger/new-conversation', 'messenger-new-conversation', {}],
  ['/messenger/Noor', 'messenger-performer', { performer: 'Noor' }],
  ['/settings', 'settings', {}],
  ['/settings/purchases', 'settings-purchases', {}],
] as const)('%s is the route %s', (path, name, params) => {
  expect(findRoute(path)).toMatchObject({ route: { name }, params });
});

test.each(['/blonde', '/free/x', '/profile/Noor/x', '/settings/x', '/robots.txt', '/favourites-of-mine'])(
  '%s is none of the named ones',
  (path) => {
    expect(findRoute(path)).toBeNull();
  },
);

test.each([
  ['/privacy', 'beforeAge', true],
  ['/activate', 'beforeAge', true],
  ['/free', 'beforeAge', false],
  ['/consent', 'everywhere', true],
  ['/age', 'everywhere', false],
  ['/age', 'answers', true],
  ['/', 'answers', false],
] as const)('%s is a page with %s: %s', (path, property, expected) => {
  expect(isPageWith(property, path)).toBe(expected);
});

test('escapes a username in a URL', () => {
  expect(routes.profile('a/b?c')).toBe('/profile/a%2Fb%3Fc');
});

test.each([
  ['/studio', true],
  ['/studio/login', true],
  ['/studio/x/y', true],
  ['/studios', false],
  ['/stream/studio', false],
])('%s belongs to the studio: %s', (path, expected) => {
  expect(isStudioPath(path)).toBe(expected);
});
