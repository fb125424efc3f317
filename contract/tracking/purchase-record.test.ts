import { expect, it } from 'vitest';
import { bundleRecord } from './purchase-record.ts';

const bundles = [
  { id: 'small', cents: 1000, credits: 600 },
  { id: 'large', cents: 2499, credits: 1800 },
];
const where = { bundles, brand: 'Vonk', affiliate: '77' };

it('L3.21 names the bought bundle, with its price as money', () => {
  expect(bundleRecord({ cents: 2499, credits: 1800, currency: 'EUR' }, where)).toEqual({
    index: 1,
    quantity: 1,
    item_name: '1800 credits',
    item_id: 'large',
    affiliation: '77',
    currency: 'EUR',
    item_brand: 'Vonk',
    item_category: 'credits',
    price: 24.99,
  });
});

it('uses the paid price for a bundle no longer on sale', () => {
  expect(bundleRecord({ cents: 500, credits: 300, currency: 'EUR' }, where)).toMatchObject({
    index: 0,
    item_id: '300',
    price: 5,
  });
});
