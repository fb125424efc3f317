import { expect, it } from 'vitest';
import { performerPageAt, returnPath } from './return-page.ts';

it.each([
  ['/', '/?payment=p1'],
  ['/en', '/en?payment=p1'],
  ['/?age=18-24', '/?age=18-24&payment=p1'],
  ['/en/music?p=77&page=2', '/en/music?p=77&page=2&payment=p1'],
  [
    '/messenger/new-conversation?modelId=7&model=Noor',
    '/messenger/new-conversation?modelId=7&model=Noor&payment=p1',
  ],
  ['/settings', '/settings?payment=p1'],
  ['/stream/Sanne_21?payment=p0', '/stream/Sanne_21?payment=p1'],
  ['/en/payment/Sanne_21', '/en/payment/Sanne_21?payment=p1'],
  ['/en/login?next=/settings', '/en?payment=p1'],
  ['/api/member/credits', '/?payment=p1'],
  ['/.//evil.example', '/?payment=p1'],
])('returns a buyer from %s to %s', (page, path) => expect(returnPath(page, 'p1')).toBe(path));

it.each([
  ['/stream/Sanne_21', { page: 'stream', performer: 'Sanne_21' }],
  ['/profile/A%20b', { page: 'profile', performer: 'A b' }],
  ['/stream', undefined],
  ['/stream/a/b', undefined],
  ['/stream/%E0%A4%A', undefined],
  [`/stream/${'a'.repeat(65)}`, undefined],
  ['/blonde', undefined],
])('the performer’s page at %s is %j', (path, page) => expect(performerPageAt(path)).toEqual(page));
