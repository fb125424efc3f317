import { expect, it } from 'vitest';
import { clockOf, formatEuro, formatNumber } from './numbers.ts';

it.each([
  [0, '0', '0'],
  [999, '999', '999'],
  [1250, '1.250', '1,250'],
  [100_000, '100.000', '100,000'],
])('writes %i in the language of the page', (number, dutch, english) => {
  expect([formatNumber(number, 'nl'), formatNumber(number, 'en')]).toEqual([dutch, english]);
});

it('writes euros in the language of the page', () => {
  expect([formatEuro(9.95, 'nl'), formatEuro(9.95, 'en')]).toEqual(['€\u00a09,95', '€9.95']);
});

it.each([
  [0, '00:00:00'],
  [59, '00:00:59'],
  [200, '00:03:20'],
  [3661, '01:01:01'],
  [360_000, '100:00:00'],
])('writes %i seconds as %s', (seconds, clock) => {
  expect(clockOf(seconds)).toBe(clock);
});
