import { expect, it } from 'vitest';
import { clockOf, formatEuro, formatNumber } from './numbers.ts';

it.each([
  [0, '0', '0'],
  [999, '999', '999'],
  [1250, '1.250', '1,250'],
  [100_000, '100.000', '100,000'],
])('formats %i in the page’s language', (number, dutch, english) => {
  expect(formatNumber(number, 'nl')).toEqual(dutch);
  expect(formatNumber(number, 'en')).toEqual(english);
});

it('formats euros in the page’s language', () => {
  expect(formatEuro(9.95, 'nl')).toBe('€\u00a09,95');
  expect(formatEuro(9.95, 'en')).toBe('€9.95');
});

it.each([
  [0, '00:00:00'],
  [59, '00:00:59'],
  [200, '00:03:20'],
  [3661, '01:01:01'],
  [360_000, '100:00:00'],
])('formats %i seconds as %s', (seconds, clock) => {
  expect(clockOf(seconds)).toBe(clock);
});
