import { afterEach, expect, it, vi } from 'vitest';
import { tagMoment } from '../measuring/tag-manager.ts';
import { mayPrefetch } from './start-background.ts';

const from = { origin: 'http://localhost', pathname: '/free', search: '?page=2' };

it.each([
  ['/', true],
  ['/free', true],
  ['/free?page=2', false],
  ['/profile/Noor?p=77', true],
  ['/en/profile/Noor', true],
  ['/stream/Noor', false],
  ['/age?to=%2Fprivacy', false],
  ['/en/age?to=%2Fprivacy', false],
  ['/consent', false],
  ['/activate?key=1', false],
  ['/dev/outbox', false],
  ['/images/a', false],
  ['/sitemap.xml', false],
  ['/agenda', true],
  ['https://duckduckgo.com/', false],
])('prefetches %s: %s', (address, expected) => {
  expect(mayPrefetch(new URL(address, 'http://localhost'), from)).toBe(expected);
});

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['of the visitor’s affiliate', '?p=77', '77'],
  ['of this brand without one', '', '61'],
])('P4.14 L7.27 tags a sign-up with the code %s', async (_, search, code) => {
  const page: { dataLayer?: unknown[] } = {};
  vi.stubGlobal('window', page);
  vi.stubGlobal('location', { search });
  await tagMoment({ name: 'sign-up' });
  expect(page.dataLayer).toEqual([{ event: 'sign_up', affiliate_code: code }]);
});
