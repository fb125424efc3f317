import { describe, expect, it } from 'vitest';
import { pageRoutes } from '../page-routes.ts';
import { linkFromOutside, pageToReturnTo, withAffiliate } from './site-page.ts';
import { SITE_PAGE_MAX, sitePageSchema } from './site-path.ts';

const at = (path: string): string => path.replace(/:(model|performer)\??/, 'Noor');

describe('a page to go back to', () => {
  it('is each that a member may see, in every language', () => {
    const open = pageRoutes.filter(({ guests, through }) => !guests && !through).map(({ path }) => at(path));
    expect(open).toContain('/settings/security');
    for (const path of open)
      for (const page of [path, `/en${path === '/' ? '' : path}?p=77&x=1`])
        expect(pageToReturnTo(page)).toBe(page);
  });

  it.each([
    ...pageRoutes.filter(({ guests, through }) => guests || through).map(({ path }) => at(path)),
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
  ])('is not %j', (page) => expect(pageToReturnTo(page)).toBeNull());

  it('keeps its query, but for what was meant for one visit', () => {
    expect(pageToReturnTo('/?age=18-24&payment=p1&action=login')).toBe('/?age=18-24');
    expect(pageToReturnTo('/en/music?p=77&p=a.b')).toBe('/en/music?p=77&p=a.b');
  });
});

it('leads from outside through the login where a page is a member’s', () => {
  expect(linkFromOutside('/settings/purchases')).toBe('/login?next=%2Fsettings%2Fpurchases');
  expect(linkFromOutside('/en/settings?p=77')).toBe('/en/login?next=%2Fen%2Fsettings%3Fp%3D77');
  expect(linkFromOutside('/en/music?p=77')).toBe('/en/music?p=77');
});

it('takes the affiliate along, and keeps another that the page has', () => {
  const affiliate = { p: '77', pi: 'a-b' };
  expect(withAffiliate('/settings', affiliate)).toBe('/settings?p=77&pi=a-b');
  expect(withAffiliate('/en?p=61', affiliate)).toBe('/en?p=61&pi=a-b');
});

it.each(['https://evil.example', '//evil.example', 'free', '', `/${'a'.repeat(SITE_PAGE_MAX)}`])(
  'is sent to no call as %j',
  (page) => expect(sitePageSchema.safeParse(page).success).toBe(false),
);
