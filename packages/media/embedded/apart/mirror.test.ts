import { expect, test } from 'vitest';
import type { StateChange } from './messages.ts';
import { Mirror } from './mirror.ts';

/** ms by which the product's clock is ahead of the media server's. */
const ahead = 3_600_000;
const at = 1_000_000;

const delivered = (deliveredMs: number, lastMediaAt: number): StateChange => ({
  at,
  seen: 0,
  rooms: [
    [
      'lounge',
      {
        publishing: true,
        viewers: 1,
        packetsIn: 9,
        packetsOut: 9,
        lastMediaAt: lastMediaAt + 1,
        received: null,
        refusedAt: lastMediaAt,
      },
    ],
  ],
  viewers: [['anna', { room: 'lounge', connected: true, packetsOut: 9, deliveredMs, lastMediaAt }]],
  stats: { rooms: 1, publishers: 1, viewers: 1, packetsIn: 9, packetsOut: 9 },
});

test('returns the time of the last media by the product’s clock', () => {
  const mirror = new Mirror(() => at + ahead);
  mirror.apply(delivered(2000, at - 40));
  expect(mirror.viewer('anna')?.lastMediaAt).toBe(at - 40 + ahead);
  expect(mirror.room('lounge').lastMediaAt).toBe(at - 39 + ahead);
  expect(mirror.room('lounge').refusedAt).toBe(at - 40 + ahead);
});

test('counts no delivery when the product’s clock is set forward', () => {
  let now = at;
  const mirror = new Mirror(() => now);
  mirror.apply(delivered(2000, at - 40));
  now += ahead;
  expect(mirror.viewer('anna')).toMatchObject({ deliveredMs: 2000, lastMediaAt: at - 40 });
  mirror.apply({ ...delivered(2250, at + 210), at: at + 250 });
  expect(mirror.viewer('anna')).toMatchObject({ deliveredMs: 2250, lastMediaAt: now - 40 });
});
