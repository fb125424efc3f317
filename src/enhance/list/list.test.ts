import { expect, it } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { tabAfter } from '../late/tabs.ts';
import { hrefAt, readPrice, readStatus } from './live-cards.ts';
import { stepTo } from './search-box.ts';

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

it.each([
  [
    { user: 4, username: 'Noor', prices: { chat: 90, vip: 300, unitSeconds: 10 } },
    { user: 4, credits: 90 },
  ],
  [{ user: '4"] script', prices: { chat: 90 } }, null],
  [{ user: 4, prices: { chat: '<b>' } }, null],
  [{ user: 4 }, null],
  [null, null],
])('a push of prices %j is read as %j', (payload, expected) => {
  expect(readPrice(payload)).toEqual(expected);
});

it.each([
  ['down from the field', 'ArrowDown', -1, 3, 0],
  ['down in the list', 'ArrowDown', 0, 3, 1],
  ['down from the last, back to the field', 'ArrowDown', 2, 3, -1],
  ['up from the field', 'ArrowUp', -1, 3, 2],
  ['up from the first, back to the field', 'ArrowUp', 0, 3, -1],
  ['nowhere in an empty list', 'ArrowDown', -1, 0, null],
  ['nowhere for a letter', 'a', 1, 3, null],
])('P2.75 leads %s', (_, key, active, count, expected) => {
  expect(stepTo(key, { active, count })).toBe(expected);
});

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 0, 2],
  ['ArrowLeft', 2, 1],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['Tab', 1, null],
  ['a', 1, null],
])('%s on tab %i of three selects %j', (key, at, next) => {
  expect(tabAfter(key, at, 3)).toBe(next);
});
