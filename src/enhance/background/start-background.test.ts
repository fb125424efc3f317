import { expect, it } from 'vitest';
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
