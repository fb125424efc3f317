import { describe, expect, it } from 'vitest';
import { pageRoutes } from './page-routes.ts';
import {
  deskPageToReturnTo,
  linkFromOutside,
  pageToReturnTo,
  studioPageToReturnTo,
  withAffiliate,
} from './site-page.ts';
import { SITE_PAGE_MAX, sitePageSchema } from './site-path.ts';

const at = (path: string): string => path.replace(/:(model|performer)\??/, 'Noor');

describe('pageToReturnTo', () => {
  it('accepts every page open to members, in every language', () => {
    const open = pageRoutes
      .filter((page) => !page.guests && !page.through && !page.performers && !page.operators)
      .map(({ path }) => at(path));
    expect(open).toContain('/settings/security');
    for (const path of open)
      for (const page of [path, `/en${path === '/' ? '' : path}?p=77&x=1`])
        expect(pageToReturnTo(page)).toBe(page);
  });

  it.each([
    ...pageRoutes
      .filter(({ guests, through, performers }) => guests || through || performers)
      .map(({ path }) => at(path)),
    '/en/login?next=/settings',
    '/api/member/credits',
    '/images/x.jpg',
    '/sitemap.xml',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/\t/evil.example',
    'settings',
    '',
    7,
    null,
  ])('refuses %j', (page) => expect(pageToReturnTo(page)).toBeNull());

  it('keeps the query, except keys for one visit', () => {
    expect(pageToReturnTo('/?age=18-24&payment=p1&action=login')).toBe('/?age=18-24');
    expect(pageToReturnTo('/en/music?p=77&p=a.b')).toBe('/en/music?p=77&p=a.b');
  });
});

describe('studioPageToReturnTo', () => {
  it.each(['/studio', '/studio/account', '/en/studio/account?p=77'])('accepts %s', (page) => {
    expect(studioPageToReturnTo(page)).toBe(page);
  });

  it.each([
    '/',
    '/settings',
    '/studio/login',
    '/studio/link?key=x',
    '/studio/logout',
    '/studio/../settings',
    '/studio/x',
    '/.//studio',
    'https://evil.example/studio',
    '//evil.example/studio',
    '',
    null,
  ])('refuses %j', (page) => expect(studioPageToReturnTo(page)).toBeNull());
});

describe('deskPageToReturnTo', () => {
  it.each(['/desk', '/desk/members/7', '/en/desk?actor=anna', '/de/desk/books?month=2026-03'])(
    'accepts %s',
    (page) => expect(deskPageToReturnTo(page)).toBe(page),
  );

  it.each(['/', '/studio', '/desk/login', '/desk/link?key=x', '/desk/refused', '/desk/x', '//desk', null])(
    'refuses %j',
    (page) => expect(deskPageToReturnTo(page)).toBeNull(),
  );
});

it('sends a link to a member’s page through the login', () => {
  expect(linkFromOutside('/settings/purchases')).toBe('/login?next=%2Fsettings%2Fpurchases');
  expect(linkFromOutside('/en/settings?p=77')).toBe('/en/login?next=%2Fen%2Fsettings%3Fp%3D77');
  expect(linkFromOutside('/en/music?p=77')).toBe('/en/music?p=77');
});

it('adds the affiliate and keeps one the page already has', () => {
  const affiliate = { p: '77', pi: 'a-b' };
  expect(withAffiliate('/settings', affiliate)).toBe('/settings?p=77&pi=a-b');
  expect(withAffiliate('/en?p=61', affiliate)).toBe('/en?p=61&pi=a-b');
});

it.each(['https://evil.example', '//evil.example', 'free', '', `/${'a'.repeat(SITE_PAGE_MAX)}`])(
  'sitePageSchema refuses %j',
  (page) => expect(sitePageSchema.safeParse(page).success).toBe(false),
);
