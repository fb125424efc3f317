import { expect, it } from 'vitest';
import { bundleRecord } from './purchase-record.ts';

const bundles = [
  { id: 'small', cents: 1000, credits: 600 },
  { id: 'large', cents: 2499, credits: 1800 },
];
const where = { bundles, brand: 'Vonk', affiliate: '77' };

it('names the bundle that was bought, with its price as money', () => {
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

it('says what was paid for one that is no longer on sale', () => {
  expect(bundleRecord({ cents: 500, credits: 300, currency: 'EUR' }, where)).toMatchObject({
    index: 0,
    item_id: '300',
    price: 5,
  });
});
