import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creditsReturned, splitReturn } from './returns.ts';

const plus = { cents: 995, credits: 650 };

describe('creditsReturned', () => {
  it.each([
    [0, 0],
    [1, 0],
    [2, 1],
    [497, 324],
    [994, 649],
    [995, 650],
    [2000, 650],
  ])('%i of 995 cents are %i of 650 credits', (cents, credits) =>
    expect(creditsReturned(plus, cents)).toBe(credits),
  );

  it('never decreases, and reaches all credits at the end', () => {
    const bundle = fc.record({
      cents: fc.integer({ min: 1, max: 1e9 }),
      credits: fc.integer({ min: 1, max: 1e9 }),
    });
    fc.assert(
      fc.property(bundle, fc.nat(1e9), fc.nat(1e9), (bought, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        expect(creditsReturned(bought, less)).toBeLessThanOrEqual(creditsReturned(bought, more));
        expect(creditsReturned(bought, more)).toBeLessThanOrEqual(bought.credits);
        expect(creditsReturned(bought, bought.cents)).toBe(bought.credits);
      }),
    );
  });
});

it.each([
  [650, 1000, { taken: 650, owed: 0 }],
  [650, 650, { taken: 650, owed: 0 }],
  [650, 50, { taken: 50, owed: 600 }],
  [650, 0, { taken: 0, owed: 650 }],
])('%i credits from a balance of %i: %o', (credits, balance, split) =>
  expect(splitReturn(credits, balance)).toEqual(split),
);
