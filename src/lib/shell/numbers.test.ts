import { expect, it } from 'vitest';
import { formatEuro, formatNumber } from './numbers.ts';

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
