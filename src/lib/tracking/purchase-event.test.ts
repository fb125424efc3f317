import { expect, it } from 'vitest';
import { aMember } from '#server/testing/people.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import { open, payAndNotify } from '#server/wallet/purchase/testing.ts';
import { openPage } from '../testing/page.ts';
import { purchaseEvent } from './purchase-event.ts';

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
