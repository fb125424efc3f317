import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creditsForRest, HEARD_MS, keptMinutes, MINUTE_MS, progressOf, unseenStallMs } from './units.ts';

describe('creditsForRest', () => {
  it.each([
    ['nothing of a minute that was used up', 60, MINUTE_MS, 0],
    ['the whole price where nothing was delivered', 60, 0, 60],
    ['a begun credit whole', 60, 59_999, 1],
    ['57 of 60 after three seconds', 60, 3000, 57],
    ['VIP at its price', 240, 30_000, 120],
    ['nothing for more than a minute', 60, MINUTE_MS + 500, 0],
  ] as const)('returns %s', (_, price, delivered, credits) => {
    expect(creditsForRest(price, delivered)).toBe(credits);
  });
});

it.each([
  [5 * MINUTE_MS, 5],
  [70_000, 1],
  [20_000, 1],
])('shows %i ms of a kept rest as %i minutes', (ms, minutes) => {
  expect(keptMinutes(ms)).toBe(minutes);
});

describe('progressOf', () => {
  const second = 1000;
  it.each([
    ['all that was delivered', { delivered: 3 * second, elapsed: 3 * second, claimed: 0 }, 3 * second, 0],
    ['nothing where nothing was delivered', { delivered: 0, elapsed: 3 * second, claimed: 3 * second }, 0, 0],
    [
      'less by a stall that only the player saw',
      { delivered: 3 * second, elapsed: 3 * second, claimed: second },
      2 * second,
      second,
    ],
    [
      'a stall that the server saw too once',
      { delivered: second, elapsed: 3 * second, claimed: 2 * second },
      second,
      0,
    ],
    [
      'six seconds of a player that was not heard for longer',
      { delivered: 9 * second, elapsed: 9 * second, claimed: 0 },
      HEARD_MS,
      0,
    ],
  ] as const)('runs %s', (_, proof, ran, believed) => {
    expect(progressOf(proof, unseenStallMs(MINUTE_MS))).toEqual({ ran, believed });
  });

  it('believes a stall up to the allowance that is left', () => {
    const proof = { delivered: 5000, elapsed: 5000, claimed: 5000 };
    expect(progressOf(proof, 2000)).toEqual({ ran: 3000, believed: 2000 });
    expect(progressOf(proof, 0)).toEqual({ ran: 5000, believed: 0 });
  });

  it('never runs longer than the delivered media, and never backwards', () => {
    const ms = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(ms, ms, ms, ms, (delivered, elapsed, claimed, allowance) => {
        const { ran, believed } = progressOf({ delivered, elapsed, claimed }, allowance);
        expect(ran).toBeGreaterThanOrEqual(0);
        expect(ran + believed).toBeLessThanOrEqual(Math.min(delivered, HEARD_MS));
        expect(believed).toBeLessThanOrEqual(allowance);
      }),
    );
  });
});
