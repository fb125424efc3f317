import { describe, expect, test } from 'vitest';
import { findRoute } from '#contract/site/page-routes.ts';
import { vonk } from '../../../content/brand/vonk.ts';
import { admit, staysReachable } from './access.ts';

const features = { ...vonk.features, messenger: true };
const none = new URLSearchParams();
const guest = { loggedIn: false, inStudio: false, role: null, hasDesk: true, features };
const member = { loggedIn: true, inStudio: false, role: null, hasDesk: true, features };

test('legal texts stay reachable in blocked regions', () => {
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
  test('P2.26 redirects a guest home from member pages', () => {
    expect(admit('/favourites', none, guest)).toBe('home');
    expect(admit('/favourites', none, member)).toBe('open');
  });
  test('P2.26 restricts the settings to members', () => {
    expect(admit('/settings', none, guest)).toBe('home');
    expect(admit('/settings', none, member)).toBe('open');
  });
  test('P6.6 restricts the messenger to members, and returns 404 if the brand has none', () => {
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
  ])('P2.27 validates the path %s: %s', (path, expected) => {
    expect(admit(path, none, guest)).toBe(expected);
  });
});

test.each([
  ['modelId=7&model=Noor', true],
  ['modelId=7', false],
  ['modelId=7&model=', false],
  ['model=Noor', false],
  ['modelId=x&model=Noor', false],
])('P2.16 validates the new conversation "%s": %s', (query, expected) => {
  const { route, params } = findRoute('/messenger/new-conversation') ?? {};
  expect(route?.validate?.(params ?? {}, new URLSearchParams(query))).toBe(expected);
});

test('P1.3 P1.7 P6.6 hides the routes of a disabled feature', () => {
  const off = { ...member, features: { ...features, messenger: false } };
  expect(findRoute('/messenger/Noor')?.route.feature).toBe('messenger');
  expect(admit('/messenger/Noor', none, off)).toBe('home');
});

describe('the studio', () => {
  const on = { ...features, studio: true };
  const stranger = { ...member, features: on };
  const performer = { ...guest, inStudio: true, features: on };

  test.each(['/studio', '/studio/login', '/studio/account', '/studio/link', '/studio/logout', '/studio/x'])(
    'redirects %s home while it is off',
    (path) => {
      const off = { ...features, studio: false };
      for (const visitor of [guest, member, performer])
        expect(admit(path, none, { ...visitor, features: off })).toBe('home');
    },
  );
  test('asks everyone but performers to log in, also members', () => {
    for (const path of ['/studio', '/studio/account']) {
      expect(admit(path, none, stranger)).toBe('studio-login');
      expect(admit(path, none, performer)).toBe('open');
    }
  });
  test('lets everyone open its login and links, and redirects a performer from the login', () => {
    for (const path of ['/studio/login', '/studio/link', '/studio/logout'])
      expect(admit(path, none, stranger)).toBe('open');
    expect(admit('/studio/login', none, performer)).toBe('studio');
    expect(admit('/studio/link', none, performer)).toBe('open');
    const half = { ...performer, lacksFactor: true };
    for (const path of ['/studio', '/studio/account', '/studio/live'])
      expect(admit(path, none, half), path).toBe('studio-factor');
    for (const path of ['/studio/factor', '/studio/link', '/studio/logout'])
      expect(admit(path, none, half), path).toBe('open');
  });
  test('has no page at other addresses, which the not-found page answers', () => {
    expect(admit('/studio/x', none, stranger)).toBe('open');
    expect(admit('/studios', none, { ...guest, features: { ...features, studio: false } })).toBe('open');
  });
  test('stays reachable in blocked regions', () => {
    for (const path of ['/studio', '/studio/login', '/studio/link'])
      expect(staysReachable(path), path).toBe(true);
  });
});

describe('the desk', () => {
  const on = { ...features, desk: true };
  const stranger = { ...member, features: on };
  const as = (role: 'support' | 'moderator' | 'finance' | 'owner') => ({ ...guest, role, features: on });

  test('redirects every address home while it is off', () => {
    for (const path of ['/desk', '/desk/login', '/desk/members/7', '/desk/x'])
      expect(admit(path, none, { ...as('owner'), features: { ...features, desk: false } })).toBe('home');
  });
  test('has no page at the site’s address if it has its own', () => {
    for (const path of ['/desk', '/desk/login', '/desk/members/7', '/desk/x'])
      expect(admit(path, none, { ...as('owner'), hasDesk: false })).toBe('unknown');
  });
  test('asks everyone but operators to log in', () => {
    for (const path of ['/desk', '/desk/account', '/desk/members/7', '/desk/refused'])
      expect(admit(path, none, stranger)).toBe('desk-login');
    for (const path of ['/desk/login', '/desk/link', '/desk/logout'])
      expect(admit(path, none, stranger)).toBe('open');
    expect(admit('/desk/login', none, as('support'))).toBe('desk');
  });
  test('refuses sections that the role may not open', () => {
    expect(admit('/desk/members/7', none, as('support'))).toBe('open');
    expect(admit('/desk/members/7', none, as('moderator'))).toBe('wrong-role');
    expect(admit('/desk/books', none, as('support'))).toBe('wrong-role');
    expect(admit('/desk/operators', none, as('finance'))).toBe('wrong-role');
    expect(admit('/desk/operators', none, as('owner'))).toBe('open');
  });
});
