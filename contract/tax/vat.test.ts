import { expect, it, test } from 'vitest';
import { percentOf, placeOf, vatOn, vatRatesSchema, vatWithin } from './vat.ts';
import { memberStates } from './vat-rates.ts';

it('returns the rate on the day of the sale', () => {
  const rates = vatRatesSchema.parse('21,2028-01-01:23');
  expect(['2026-11-20', '2027-12-31', '2028-01-01'].map((day) => vatOn(rates, day))).toEqual([21, 21, 23]);
});

it('returns the rate of the latest day in any order; of two for one day, the last', () => {
  const rates = vatRatesSchema.parse('21,2030-01-01:25,2030-01-01:9,2028-01-01:23');
  expect(['2027-12-31', '2029-12-31', '2030-01-01'].map((day) => vatOn(rates, day))).toEqual([21, 23, 9]);
});

test.each(['', '21%', '2028-01-01:23', '21,23', '21,2028-02-30:23', '21,2028-13-01:23'])(
  'refuses %j as a list of rates',
  (text) => {
    expect(vatRatesSchema.safeParse(text).success).toBe(false);
  },
);

test.each([
  [995, 21, 173],
  [495, 21, 86],
  [100, 0, 0],
  // A returned amount contains as much VAT as the same amount paid.
  [-995, 21, -173],
  [0, 21, 0],
])('%i cents at %i percent contain %i cents', (cents, percent, vat) => {
  expect(vatWithin(cents, percent)).toBe(vat);
});

it('keeps a rate with a decimal exact', () => {
  expect(vatWithin(1255, 25.5)).toBe(255);
  expect(vatRatesSchema.parse('25.5,2027-01-01:25')).toEqual([
    { from: '', percent: 25.5 },
    { from: '2027-01-01', percent: 25 },
  ]);
});

test.each([
  [null, 21],
  ['NL', 21],
  ['FI', 25.5],
  ['HU', 27],
  ['US', 0],
])('taxes a sale to %s at %d percent', (country, percent) => {
  const home = { country: 'NL', rates: vatRatesSchema.parse('21') };
  expect(percentOf(home, country, '2026-12-01')).toBe(percent);
  expect(memberStates).toHaveLength(27);
});

test.each([
  [[], null],
  [[['network', 'DE']], { country: 'DE', agreed: false }],
  [
    [
      ['network', 'DE'],
      ['bank', 'NL'],
    ],
    { country: 'NL', agreed: false },
  ],
  [
    [
      ['bank', 'NL'],
      ['network', 'DE'],
      ['billing', 'DE'],
    ],
    { country: 'DE', agreed: true },
  ],
] as const)('%j is evidence of %j', (pieces, place) => {
  expect(placeOf(pieces.map(([kind, country]) => ({ kind, country })))).toEqual(place);
});
