import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { listPayments } from '#contract/wallet/purchase-calls.ts';
import { readCredits } from '#contract/wallet/spending-calls.ts';
import { aMember, type TestMember } from '#server/testing/people.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { failAndNotify, open, payAndNotify } from '#server/wallet/purchase/testing.ts';
import { call } from '../../api/call.ts';
import { requestOverSocket } from '../../api/socket.ts';
import { $modal } from '../../shell/modal.ts';
import { openPage, type TestPage } from '../../testing/page.ts';
import { $wallet } from '../spending/store.ts';
import { listenToWallet } from './listen.ts';
import { $offer, loadOffer } from './offer.ts';
import { $purchase, awaitPayment, chooseAgain, forgetOutcome, openPayment } from './purchase.ts';

let server: TestServer;
let page: TestPage;
let anna: TestMember;
let stop: () => void;
let left: string[];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  page = openPage(server);
  left = [];
  at('/en/stream/Sanne');
  Object.assign(window, { innerWidth: 390 });
  anna = await aMember(server, 100);
  page.as(anna);
  stop = listenToWallet();
  // The connection is the member's own from here on.
  expect(await requestOverSocket(readCredits, {})).toEqual({ credits: 100 });
  chooseAgain();
  $wallet.set({ credits: 100 });
  $modal.set(null);
});
afterEach(() => stop());

/** The page is at this path; where it is sent is kept in `left`. */
function at(path: string): void {
  const location = Object.assign(new URL(path, server.url), { assign: (url: string) => void left.push(url) });
  vi.stubGlobal('location', location);
}

const basket = { bundle: 'plus', option: '10', consent: true };
const orderOf = (url: string | undefined): string => url?.split('/').at(-1) ?? '';

it('knows what is on sale, and reads it once', async () => {
  $offer.set({ status: 'unknown' });
  await loadOffer();
  const offer = $offer.get();
  expect(offer).toMatchObject({ status: 'ready', variant: 'drawer' });
  await loadOffer();
  expect($offer.get()).toBe(offer);
});

it('says that it could not be read, and can be asked again', async () => {
  $offer.set({ status: 'unknown' });
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
  await loadOffer();
  expect($offer.get()).toEqual({ status: 'failed', label: 'UNAVAILABLE' });
  vi.stubGlobal('fetch', page.fetch);
  await loadOffer();
  expect($offer.get().status).toBe('ready');
});

it('goes to the provider and will come back to the page it left, in its language', async () => {
  await openPayment(basket);
  expect($purchase.get()).toEqual({ status: 'leaving' });
  const order = server.payments.orders.get(orderOf(left[0]));
  expect(order?.cents).toBe(995);
  expect(order?.returnUrl).toMatch(/\/en\/stream\/Sanne\?payment=[a-z0-9]+$/);
});

it('asks for consent before it asks the server for anything', async () => {
  const before = server.payments.orders.size;
  await openPayment({ ...basket, consent: false });
  expect($purchase.get()).toEqual({ status: 'refused', label: 'badRequest.consent.required' });
  expect(server.payments.orders.size).toBe(before);
});

it('tells the server’s refusal by its label', async () => {
  await openPayment({ ...basket, bundle: 'gone' });
  expect($purchase.get()).toEqual({ status: 'refused', label: 'badRequest.invalid.bundle' });
});

it('opens one payment when an impatient buyer clicks twice', async () => {
  await Promise.all([openPayment(basket), openPayment(basket)]);
  expect(left).toHaveLength(1);
});

it('opens no second payment when the answer to the first try was lost', async () => {
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    await page.fetch(...request);
    throw new Error('the line was cut');
  });
  await openPayment(basket);
  expect($purchase.get()).toEqual({ status: 'refused', label: 'UNAVAILABLE' });
  vi.stubGlobal('fetch', page.fetch);
  await openPayment(basket);
  expect($purchase.get().status).toBe('leaving');
  expect((await call(listPayments, {})).total).toBe(1);
});

it('shows the page again as it was when the browser’s back button leads to it', async () => {
  await openPayment(basket);
  window.dispatchEvent(new Event('pageshow'));
  expect($purchase.get()).toEqual({ status: 'choosing' });
});

it('waits, and knows by the push that the credits have come', async () => {
  const { payment, order } = await open(server, anna);
  void awaitPayment(payment);
  expect($purchase.get()).toEqual({ status: 'waiting', payment });
  await payAndNotify(server, order);
  await vi.waitFor(() => expect($purchase.get()).toEqual({ status: 'bought', payment, credits: 650 }));
  expect($wallet.get().credits).toBe(750);
});

it('knows by the push why a payment failed', async () => {
  const { payment, order } = await open(server, anna);
  void awaitPayment(payment);
  await failAndNotify(server, order, 302);
  await vi.waitFor(() => expect($purchase.get()).toEqual({ status: 'failed', payment, reason: 302 }));
});

it('finds what was settled before the page was back', async () => {
  const { payment, order } = await open(server, anna);
  stop();
  await payAndNotify(server, order);
  await awaitPayment(payment);
  expect($purchase.get()).toEqual({ status: 'bought', payment, credits: 650 });
  expect($wallet.get().credits).toBe(750);
});

it('waits for nothing that an address made up', async () => {
  await awaitPayment('made-up');
  expect($purchase.get()).toEqual({ status: 'choosing' });
});

it('lets another page keep its own business: only the balance changes there', async () => {
  const { order } = await open(server, anna);
  await payAndNotify(server, order);
  await vi.waitFor(() => expect($wallet.get().credits).toBe(750));
  expect($purchase.get()).toEqual({ status: 'choosing' });
});

it('forgets what it told when the wallet is closed, but not what it waits for', async () => {
  $purchase.set({ status: 'failed', payment: 'p', reason: 300 });
  forgetOutcome();
  expect($purchase.get()).toEqual({ status: 'choosing' });
  $purchase.set({ status: 'waiting', payment: 'p' });
  forgetOutcome();
  expect($purchase.get()).toEqual({ status: 'waiting', payment: 'p' });
});

it('shows that the credits ran out while watching', async () => {
  server.deps.push.toMember(anna.id, 'payment-failed', { action: 'interval' });
  await vi.waitFor(() => expect($modal.get()).toEqual({ type: 'NoCredits', variant: 'stream' }));
});
