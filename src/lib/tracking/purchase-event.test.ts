import { expect, it } from 'vitest';
import { aMember } from '#server/testing/people.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import { open, payAndNotify } from '#server/wallet/purchase/testing.ts';
import { openPage } from '../testing/page.ts';
import { bundleRecord, purchaseEvent } from './purchase-event.ts';

const server = serveTestApp();

it('L3.21 contains the bundle, the affiliate and the price', async () => {
  const anna = await aMember(server);
  const { payment, order } = await open(server, anna, { bundle: 'plus' });
  await payAndNotify(server, order);
  openPage(server).as(anna);
  const { event, ecommerce } = await purchaseEvent(payment, '77');
  const [item] = ecommerce.items;
  expect(event).toBe('purchase');
  expect(ecommerce.transaction_id).toEqual(payment);
  expect(ecommerce.currency).toBe('EUR');
  expect(item).toMatchObject({ index: 1, item_id: 'plus', affiliation: '77', item_brand: 'Vonk' });
  expect(item?.price).toBe(ecommerce.value);
  expect((await purchaseEvent(payment, undefined)).ecommerce.items[0]?.affiliation).toBe('61');
});

it('is not available for another member’s payment', async () => {
  const { payment } = await open(server, await aMember(server));
  openPage(server).as(await aMember(server));
  await expect(purchaseEvent(payment, undefined)).rejects.toThrow('badRequest.notFound');
});

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
