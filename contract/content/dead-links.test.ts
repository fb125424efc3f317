import { expect, test } from 'vitest';
import { deadLink } from './dead-links.ts';

const site = {
  categories: ['talk'],
  isServed: (path: string) => path === '/promotions/a.svg',
  isPerformer: (username: string) => username === 'Amber',
};

test.each([
  '/',
  '/new-cams',
  '/?language=nl',
  '/free?p=77#top',
  '/talk',
  '/terms-conditions',
  '/consent',
  '/settings',
  '/profile/Amber',
  '/stream/Amber?x=1',
  '/promotions/a.svg',
  '/messenger',
  '/messenger/Amber',
])('accepts %s', (link) => {
  expect(deadLink(link, site)).toBeNull();
});

test.each([
  ['/nowhere', /leads to no page of the site/],
  ['/talk/more', /leads to no page of the site/],
  ['/404', /leads to no page of the site/],
  ['/en/talk', /begins with a language/],
  ['/profile/Nobody', /an unknown performer/],
  ['/stream', /lacks the username/],
  ['/profile/%E0%A4%A', /an unknown performer/],
])('refuses %s and gives the reason', (link, why) => {
  expect(deadLink(link, site)).toMatch(why);
});

test('accepts any performer while the performers are unknown', () => {
  expect(deadLink('/profile/Nobody', { ...site, isPerformer: null })).toBeNull();
});
