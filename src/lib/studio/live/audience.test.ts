import { expect, it } from 'vitest';
import { seenBy } from './audience.ts';
import { notesOf } from './tip-sound.ts';

const live = {
  onlineStatus: 1,
  receiving: true,
  received: null,
  watching: 2,
  encoderRefused: false,
  vip: null,
} as const;

it.each([
  [undefined, { by: 'asking' }],
  [null, { by: 'unknown' }],
  [live, { by: 'everybody', free: false, watching: 2 }],
  [
    { ...live, onlineStatus: 3 },
    { by: 'everybody', free: true, watching: 2 },
  ],
  [
    { ...live, receiving: false },
    { by: 'nobody', why: 'noMedia' },
  ],
  [
    { ...live, onlineStatus: 5, vip: 'Anna', watching: 1 },
    { by: 'member', name: 'Anna', watching: 1 },
  ],
  // The media server still serves somebody, whatever the status says.
  [
    { ...live, onlineStatus: 9 },
    { by: 'some', watching: 2 },
  ],
  [
    { ...live, onlineStatus: 0 },
    { by: 'some', watching: 2 },
  ],
  [
    { ...live, onlineStatus: 9, watching: 0 },
    { by: 'nobody', why: 'paused' },
  ],
  [
    { ...live, onlineStatus: 0, watching: 0 },
    { by: 'nobody', why: 'offline' },
  ],
  [
    { ...live, onlineStatus: 0, receiving: false },
    { by: 'nobody', why: 'offline' },
  ],
] as const)('%o: %o', (audience, seen) => expect(seenBy(audience)).toEqual(seen));

it.each([
  [1, 1],
  [99, 1],
  [100, 2],
  [249, 2],
  [250, 3],
  [999, 3],
  [1000, 4],
  [50_000, 4],
])('a tip of %i credits has %i notes', (amount, count) => expect(notesOf(amount)).toHaveLength(count));
