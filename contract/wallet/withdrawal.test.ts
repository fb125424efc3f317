import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { centsFor, type Lot, unusedOf, withdrawableUntil } from './withdrawal.ts';

const lotsOf = (...credits: number[]): Lot[] =>
  credits.map((amount, at) => ({ id: `${at}`, credits: amount }));
const left = (lots: readonly Lot[], balance: number): number[] =>
  [...unusedOf(lots, balance)].map(([, n]) => n);

describe('unusedOf', () => {
  test.each([
    ['nothing was spent', lotsOf(120, 650), 770, [120, 650]],
    ['less than the welcome was spent', lotsOf(120, 650), 700, [50, 650]],
    ['the welcome and some of the purchase were spent', lotsOf(120, 650), 400, [0, 400]],
    ['everything was spent', lotsOf(120, 650), 0, [0, 0]],
    ['the older of two purchases is used up', lotsOf(650, 1400), 1500, [100, 1400]],
    ['more is there than came in, as by what was given back', lotsOf(300), 400, [300]],
  ])('%s', (_, lots, balance, expected) => {
    expect(left(lots, balance).toReversed()).toEqual(expected);
  });

  it('equals a queue of lots after any purchases, spends and returns', () => {
    const act = fc.record({
      what: fc.constantFrom('buy', 'spend', 'back'),
      credits: fc.integer({ min: 1, max: 900 }),
    });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
        const queue: { id: string; credits: number; unused: number }[] = [];
        let balance = 0;
        for (const { what, credits } of acts) {
          if (what === 'buy') {
            queue.push({ id: `${queue.length}`, credits, unused: credits });
            balance += credits;
          }
          let open = what === 'spend' ? Math.min(credits, balance) : 0;
          balance -= open;
          for (const lot of queue) {
            const used = Math.min(lot.unused, open);
            lot.unused -= used;
            open -= used;
          }
          // The credits spent last come back first, at most as many as were spent.
          const spent = queue.reduce((sum, lot) => sum + lot.credits - lot.unused, 0);
          let back = what === 'back' ? Math.min(credits, spent) : 0;
          balance += back;
          for (const lot of queue.toReversed()) {
            const filled = Math.min(lot.credits - lot.unused, back);
            lot.unused += filled;
            back -= filled;
          }
        }
        const expected = new Map(queue.map(({ id, unused }) => [id, unused]));
        const found = unusedOf(queue, balance);
        for (const [id, unused] of expected) expect(found.get(id)).toBe(unused);
        expect([...found.values()].reduce((sum, n) => sum + n, 0)).toBe(balance);
      }),
    );
  });
});

test.each([
  [650, { cents: 995, credits: 650, returnedCents: 0 }, 995],
  [1, { cents: 995, credits: 650, returnedCents: 0 }, 2],
  [325, { cents: 995, credits: 650, returnedCents: 0 }, 498],
  [0, { cents: 995, credits: 650, returnedCents: 0 }, 0],
  [650, { cents: 995, credits: 650, returnedCents: 500 }, 495],
])('%i unused credits of %o are worth %i cents', (unused, bought, cents) => {
  expect(centsFor(unused, bought)).toBe(cents);
});

it('never pays a part below its share, and pays the full price for all of it', () => {
  const amounts = fc.record({
    cents: fc.integer({ min: 1, max: 100_000 }),
    credits: fc.integer({ min: 1, max: 100_000 }),
  });
  fc.assert(
    fc.property(amounts, fc.nat(), (bought, some) => {
      const unused = some % (bought.credits + 1);
      const cents = centsFor(unused, { ...bought, returnedCents: 0 });
      expect(cents).toBeGreaterThanOrEqual((unused * bought.cents) / bought.credits - 1e-6);
      expect(cents).toBeLessThan((unused * bought.cents) / bought.credits + 1);
      if (unused === bought.credits) expect(cents).toBe(bought.cents);
    }),
  );
});

it('ends fourteen days after the day of purchase, at midnight in Amsterdam', () => {
  expect(withdrawableUntil(new Date('2026-11-20T12:00:00Z')).toISOString()).toBe('2026-12-04T23:00:00.000Z');
  expect(withdrawableUntil(new Date('2026-11-20T23:30:00Z')).toISOString()).toBe('2026-12-05T23:00:00.000Z');
});
