import { expect, it } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { hrefAt, readStatus } from './live-cards.ts';

it.each([
  ['/profile/Noor', onlineStatus.free, '/stream/Noor'],
  ['/en/profile/Noor?p=77', onlineStatus.online, '/en/stream/Noor?p=77'],
  ['/stream/Noor', onlineStatus.offline, '/profile/Noor'],
  ['/stream/Noor', onlineStatus.paused, '/profile/Noor'],
  ['/stream/Noor', onlineStatus.vip, '/stream/Noor'],
])('a card linking to %s with status %i links to %s', (href, status, expected) => {
  expect(hrefAt(href, status)).toBe(expected);
});

it.each([
  [
    { user: 4, username: 'Noor', onlineStatus: 3 },
    { user: 4, onlineStatus: 3 },
  ],
  [{ user: '4"] script', onlineStatus: 3 }, null],
  [{ user: 4 }, null],
  [null, null],
  ['text', null],
])('a push of %j is read as %j', (payload, expected) => {
  expect(readStatus(payload)).toEqual(expected);
});
