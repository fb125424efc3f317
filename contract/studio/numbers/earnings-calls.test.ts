import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { earningKinds, monthsBetween, sumByKind, sumEarnings } from './earnings-calls.ts';

const part = fc.record({
  kind: fc.constantFrom(...earningKinds),
  paid: fc.nat(100_000),
  returned: fc.nat(100_000),
  earned: fc.integer({ min: -100_000, max: 100_000 }),
});

it('sums the same in one go and by kind', () => {
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      expect(sumEarnings(sumByKind(parts))).toEqual(sumEarnings(parts));
    }),
  );
});

it('lists only kinds that occur, in their own order', () => {
  const [tips, chat] = [
    { kind: 'tips', paid: 100, returned: 0, earned: 100 },
    { kind: 'chat', paid: 60, returned: 20, earned: 40 },
  ] as const;
  expect(sumByKind([tips, chat, tips])).toEqual([
    chat,
    { kind: 'tips', paid: 200, returned: 0, earned: 200 },
  ]);
  expect(sumEarnings([])).toEqual({ paid: 0, returned: 0, earned: 0 });
});

test.each([
  ['2026-11', '2026-11', ['2026-11']],
  ['2026-11', '2027-02', ['2027-02', '2027-01', '2026-12', '2026-11']],
  ['2026-12', '2026-11', []],
])('the months from %s to %s', (first, last, months) => {
  expect(monthsBetween(first, last)).toEqual(months);
});
