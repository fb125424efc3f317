import { expect, it, test } from 'vitest';
import { vatOn, vatRatesSchema, vatWithin } from './vat.ts';

it('is the rate of the day of the sale', () => {
  const rates = vatRatesSchema.parse('21,2028-01-01:23');
  expect(['2026-11-20', '2027-12-31', '2028-01-01'].map((day) => vatOn(rates, day))).toEqual([21, 21, 23]);
});

it('is that of the latest day, in whatever order they stand, and of two for one day the one that stands last', () => {
  const rates = vatRatesSchema.parse('21,2030-01-01:25,2030-01-01:9,2028-01-01:23');
  expect(['2027-12-31', '2029-12-31', '2030-01-01'].map((day) => vatOn(rates, day))).toEqual([21, 23, 9]);
});

test.each(['', '21%', '2028-01-01:23', '21,23'])('%j is no list of rates', (text) => {
  expect(vatRatesSchema.safeParse(text).success).toBe(false);
});

test.each([
  [995, 21, 173],
  [495, 21, 86],
  [100, 0, 0],
  // What goes back contains as much as what came in.
  [-995, 21, -173],
  [0, 21, 0],
])('%i cents contain at %i percent %i cents', (cents, percent, vat) => {
  expect(vatWithin(cents, percent)).toBe(vat);
});
