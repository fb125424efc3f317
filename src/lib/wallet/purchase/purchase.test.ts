import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readBasicInfo } from '#contract/member/account/account-calls.ts';
import { listPayments, readCredits } from '#contract/wallet/purchase-calls.ts';
import { systemCaller } from '#server/identity/caller.ts';
import { aMember, type TestMember } from '#server/testing/people.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import { settlePayment } from '#server/wallet/purchase/settle-payment.ts';
import { failAndNotify, open, payAndNotify } from '#server/wallet/purchase/testing.ts';
import { call } from '../../api/call.ts';
import { requestOverSocket } from '../../api/socket/socket.ts';
import { $chat, type Chat, chatWith, type Watching } from '../../chat/store.ts';
import { $device } from '../../shell/device.ts';
import { followMoments } from '../../shell/moments.ts';
import { $modal } from '../../shell/start/dialogs.ts';
import { $session } from '../../shell/start/session.ts';
import { openPage, type TestPage } from '../../testing/page.ts';
import { $purchase, $wallet, chooseAgain, forgetOutcome } from '../store.ts';
import { $choice, chooseBundle, chooseOption, forgetChoice, restoreChoice } from './choice.ts';
import { listenToWallet } from './listen.ts';
import { $offer, loadOffer } from './offer.ts';
import { isChatOpenFor } from './payment-tab.ts';
import { awaitPayment, type Basket, type Checkout, createCheckout } from './purchase.ts';

const server = serveTestApp();
let page: TestPage;
let anna: TestMember;
let stop: () => void;
let left: string[];
let checkout: Checkout;

beforeEach(async () => {
  page = openPage(server);
  left = [];
  checkout = createCheckout();
  at('/en/stream/Sanne');
  Object.assign(window, { innerWidth: 390 });
  anna = await aMember(server, 100);
  page.as(anna);
  stop = listenToWallet();
  // From here on the connection is the member's.
  expect(await requestOverSocket(readCredits, {})).toEqual({ credits: 100 });
  chooseAgain();
  forgetChoice();
  $chat.set({ status: 'idle' });
  $wallet.set({ credits: 100 });
  $modal.set(null);
  $session.set({ status: 'guest' });
});
afterEach(() => stop());

/** Opens a payment like the page does. */
const openPayment = (basket: Basket) => checkout.openPayment(basket, chatWith());

/** A browser tab, as seen by this page. */
interface Tab {
  opener: unknown;
  closed: boolean;
  location: { replace(url: string): void };
  close(): void;
}

/** Makes the browser open tabs, or block them; returns what was called. */
function withTabs({ refused = false } = {}): { opened: string[]; led: string[]; tab: Tab } {
  const opened: string[] = [];
  const led: string[] = [];
  const tab: Tab = {
    opener: window,
    closed: false,
    location: { replace: (url) => void led.push(url) },
    close: () => {
      tab.closed = true;
    },
  };
  const open = (url: string) => {
    opened.push(url);
    return refused ? null : tab;
  };
  Object.assign(window, { open });
  return { opened, led, tab };
}

const watching = {
  status: 'watching',
  performer: 'Sanne',
  session: 's1',
  auth: 'auth',
  type: 'chat',
  as: 'member',
  sender: 'anna',
  room: 1,
  config: { agent: 'whep', url: '/media/whep/1', token: 't', iceServers: [] },
  contact: 'up',
} satisfies Watching;

/** Puts the page at this path; navigation away is recorded in `left`. */
function at(path: string): void {
  const location = Object.assign(new URL(path, server.url), { assign: (url: string) => void left.push(url) });
  vi.stubGlobal('location', location);
}

const basket = { bundle: 'plus', option: '10', consent: true };
const orderOf = (url: string | undefined): string => url?.split('/').at(-1) ?? '';

it('reads the offer once', async () => {
  $offer.set({ status: 'unknown' });
  await loadOffer();
  const offer = $offer.get();
  expect(offer).toMatchObject({ status: 'ready', variant: 'drawer' });
  await loadOffer();
  expect($offer.get()).toBe(offer);
});

it('reads the offer again for another member, and drops an answer to the one before', async () => {
  const { credits: _, ...who } = await call(readBasicInfo, {});
  $session.set({ status: 'guest' });
  $offer.set({ status: 'unknown' });
  await loadOffer();
  $session.set({ status: 'member', ...who });
  expect($offer.get()).toEqual({ status: 'unknown' });
  const late = loadOffer();
  $session.set({ status: 'guest' });
  await late;
  expect($offer.get()).toEqual({ status: 'unknown' });
  await loadOffer();
  expect($offer.get().status).toBe('ready');
});

it('keeps the offer while the same member is read once more', async () => {
  const { credits: _, ...who } = await call(readBasicInfo, {});
  $session.set({ status: 'member', ...who });
  await loadOffer();
  $session.set({ status: 'member', ...who, verified: !who.verified });
  expect($offer.get().status).toBe('ready');
});

it('shows that the offer could not be read, and can retry', async () => {
  $offer.set({ status: 'unknown' });
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
  await loadOffer();
  expect($offer.get()).toEqual({ status: 'failed', label: 'UNAVAILABLE' });
  vi.stubGlobal('fetch', page.fetch);
  await loadOffer();
  expect($offer.get().status).toBe('ready');
});

it('opens the provider’s page and returns to the page it left, in its language', async () => {
  await openPayment(basket);
  expect($purchase.get()).toEqual({ status: 'leaving' });
  const order = server.payments.orders.get(orderOf(left[0]));
  expect(order?.cents).toBe(995);
  expect(order?.returnUrl).toMatch(/\/en\/stream\/Sanne\?payment=[a-z0-9]+$/);
});

it.each([
  [390, 'mobile'],
  [1440, 'desktop'],
])('sends at a width of %i px that it is paid on %s', async (innerWidth, device) => {
  cleanStores($device);
  Object.assign(window, { innerWidth });
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', (...request: Parameters<typeof page.fetch>) => {
    bodies.push(request[1]?.body);
    return page.fetch(...request);
  });
  await openPayment(basket);
  expect(bodies.map((body) => JSON.parse(String(body)))).toMatchObject([{ device }]);
});

it.each([
  '/music?p=77',
  '/?age=18-24',
  '/en/settings/security',
  '/messenger/new-conversation?modelId=7&model=Noor',
  '/profile/Femke?p=77&pi=a-b',
])('returns to %s', async (here) => {
  at(`${here}${here.includes('?') ? '&' : '?'}payment=before`);
  await openPayment(basket);
  const { pathname, search } = new URL(server.payments.orders.get(orderOf(left[0]))?.returnUrl ?? '');
  expect((pathname + search).replace(/.payment=[a-z0-9]+$/, '')).toBe(here);
});

it('L3.21 L4.3 pays in a tab beside an open chat, and shows the outcome here', async () => {
  const onMoment = vi.fn();
  followMoments(onMoment, { since: false });
  const { opened, led, tab } = withTabs();
  $chat.set(watching);
  await openPayment(basket);
  expect(opened).toEqual(['/en/payment/Sanne']);
  expect(left).toEqual([]);
  expect(tab.opener).toBeNull();
  expect(led).toHaveLength(1);
  const order = orderOf(led[0]);
  const returnUrl = server.payments.orders.get(order)?.returnUrl ?? '';
  expect(returnUrl).toMatch(/\/en\/payment\/Sanne\?payment=[a-z0-9]+$/);
  const payment = new URL(returnUrl).searchParams.get('payment') ?? '';
  expect($purchase.get()).toEqual({ status: 'waiting', payment, payAt: led[0] });
  expect($chat.get().status).toBe('watching');
  expect(await isChatOpenFor(payment)).toBe(true);
  await payAndNotify(server, order);
  await expect.poll(() => $purchase.get()).toEqual({ status: 'bought', payment, credits: 650, debt: 0 });
  expect(onMoment.mock.calls).toEqual([[{ name: 'purchase', payment }]]);
  expect($wallet.get().credits).toBe(750);
});

/** What this tab stored over a reload. */
function keptInTab(kept: object | null): Map<string, string> {
  const items = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
  if (kept) items.set('wallet', JSON.stringify(kept));
  return items;
}

it('L4.3 finds the payment after a reload of the chat page, and answers its tab', async () => {
  const { payment, order } = await open(server, anna);
  stop();
  const items = keptInTab({
    step: 'pay',
    bundle: 'plus',
    option: '10',
    payment: { id: payment, beside: true },
  });
  restoreChoice();
  expect(await isChatOpenFor(payment)).toBe(false);
  stop = listenToWallet();
  await expect.poll(() => $purchase.get()).toEqual({ status: 'waiting', payment, beside: true });
  expect(await isChatOpenFor(payment)).toBe(true);
  await payAndNotify(server, order);
  await expect.poll(() => $purchase.get()).toEqual({ status: 'bought', payment, credits: 650, debt: 0 });
  expect($choice.get().bundle).toBeNull();
  expect(items.size).toBe(0);
});

it('L3.18 L4.2 stores no secrets, and only the bundle of a failed payment', async () => {
  const { led } = withTabs();
  const items = keptInTab(null);
  restoreChoice();
  chooseBundle('plus');
  chooseOption('10');
  $chat.set(watching);
  await openPayment(basket);
  const { payment } = $purchase.get() as { payment: string };
  const kept = JSON.parse(items.get('wallet') ?? '');
  expect(kept).toEqual({ step: 'pay', bundle: 'plus', option: '10', payment: { id: payment, beside: true } });
  await failAndNotify(server, orderOf(led[0]), 302);
  await expect.poll(() => $purchase.get().status).toBe('failed');
  const cleared = { step: 'package', bundle: 'plus', option: null, payment: null };
  expect(JSON.parse(items.get('wallet') ?? '')).toEqual(cleared);
});

it.each(['', '{', '[]', '{"step":"chat"}', '{"step":"pay","bundle":7}'])(
  'starts over when the tab stores %j',
  (text) => {
    keptInTab(null).set('wallet', text);
    restoreChoice();
    expect($choice.get()).toEqual({ step: 'package', bundle: null, option: null, payment: null });
  },
);

it('tells a returning tab if no page awaits its payment', async () => {
  expect(await isChatOpenFor('of-a-page-that-was-closed')).toBe(false);
});

it('checks at once when the tab returns, and finds what no push reported', async () => {
  const { led } = withTabs();
  $chat.set(watching);
  let looks = 0;
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const answer = await page.fetch(...request);
    if (request[1]?.method === 'GET') looks += 1;
    return answer;
  });
  await openPayment(basket);
  const order = orderOf(led[0]);
  stop();
  // The first check found nothing; the next timed one is far away.
  await expect.poll(() => looks).toBe(1);
  server.payments.fail(order, 309);
  await settlePayment(server.deps, systemCaller, order);
  const { payment } = $purchase.get() as { payment: string };
  expect($purchase.get().status).toBe('waiting');
  await isChatOpenFor(payment);
  await expect.poll(() => $purchase.get()).toEqual({ status: 'failed', payment, reason: 309 });
});

it('opens the provider’s page here and returns to the performer if the tab is blocked', async () => {
  const { opened } = withTabs({ refused: true });
  $chat.set(watching);
  await openPayment(basket);
  expect(opened.length).toBe(1);
  expect($purchase.get()).toEqual({ status: 'leaving' });
  const order = server.payments.orders.get(orderOf(left[0]));
  expect(order?.returnUrl).toMatch(/\/en\/stream\/Sanne\?payment=[a-z0-9]+$/);
});

it('closes the tab when the payment is refused, and opens none without consent', async () => {
  const { opened, tab } = withTabs();
  $chat.set(watching);
  await openPayment({ ...basket, consent: false });
  expect(opened).toEqual([]);
  await openPayment({ ...basket, bundle: 'gone' });
  expect(tab.closed).toBe(true);
  expect($purchase.get().status).toBe('refused');
});

it('opens no tab if no chat would end', async () => {
  const { opened } = withTabs();
  for (const status of ['ended', 'failed'] as const) {
    const why = status === 'ended' ? { reason: 'no_credits' } : { label: 'player.codec' };
    $chat.set({ status, performer: 'Sanne', ...why } as Chat);
    chooseAgain();
    await openPayment(basket);
  }
  expect(opened).toEqual([]);
  expect(left.length).toBe(2);
});

it('shows that a payment came through after all', async () => {
  const { payment, order } = await open(server, anna);
  void awaitPayment(payment);
  await failAndNotify(server, order, 302);
  await expect.poll(() => $purchase.get().status).toBe('failed');
  await payAndNotify(server, order);
  await expect.poll(() => $purchase.get()).toEqual({ status: 'bought', payment, credits: 650, debt: 0 });
});

it('requires consent before any request', async () => {
  const before = server.payments.orders.size;
  await openPayment({ ...basket, consent: false });
  expect($purchase.get()).toEqual({ status: 'refused', label: 'badRequest.consent.required' });
  expect(server.payments.orders.size).toBe(before);
});

it('shows the server’s refusal by its label', async () => {
  await openPayment({ ...basket, bundle: 'gone' });
  expect($purchase.get()).toEqual({ status: 'refused', label: 'badRequest.invalid.bundle' });
});

it('opens one payment when the button is clicked twice', async () => {
  await Promise.all([openPayment(basket), openPayment(basket)]);
  expect(left).toHaveLength(1);
});

it('opens no second payment when the first response was lost', async () => {
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

it('resets the page when the browser’s back button restores it', async () => {
  await openPayment(basket);
  window.dispatchEvent(new Event('pageshow'));
  expect($purchase.get()).toEqual({ status: 'choosing' });
});

it('P4.42 L3.18 L4.1 waits, and completes by push when the credits arrive', async () => {
  const { payment, order } = await open(server, anna);
  void awaitPayment(payment);
  expect($purchase.get()).toEqual({ status: 'waiting', payment });
  await payAndNotify(server, order);
  await expect.poll(() => $purchase.get()).toEqual({ status: 'bought', payment, credits: 650, debt: 0 });
  expect($wallet.get().credits).toBe(750);
});

it('L4.1 L4.2 shows from the push why a payment failed', async () => {
  const { payment, order } = await open(server, anna);
  void awaitPayment(payment);
  await failAndNotify(server, order, 302);
  await expect.poll(() => $purchase.get()).toEqual({ status: 'failed', payment, reason: 302 });
});

it('P7.10 finds an outcome from before the page was back', async () => {
  const { payment, order } = await open(server, anna);
  stop();
  await payAndNotify(server, order);
  await awaitPayment(payment);
  expect($purchase.get()).toEqual({ status: 'bought', payment, credits: 650, debt: 0 });
  expect($wallet.get().credits).toBe(750);
});

it('does not wait for a made-up payment id', async () => {
  await awaitPayment('made-up');
  expect($purchase.get()).toEqual({ status: 'choosing' });
});

it('on another page changes only the balance', async () => {
  const { order } = await open(server, anna);
  await payAndNotify(server, order);
  await expect.poll(() => $wallet.get().credits).toBe(750);
  expect($purchase.get()).toEqual({ status: 'choosing' });
});

it('forgets a shown outcome when the wallet is closed, but not an awaited payment', async () => {
  $purchase.set({ status: 'failed', payment: 'p', reason: 300 });
  forgetOutcome();
  expect($purchase.get()).toEqual({ status: 'choosing' });
  $purchase.set({ status: 'waiting', payment: 'p' });
  forgetOutcome();
  expect($purchase.get()).toEqual({ status: 'waiting', payment: 'p' });
});

it.each(['interval', 'pre-paid'] as const)(
  'L4.10 shows that the credits ran out while watching: %s',
  async (action) => {
    server.deps.push.toMember(anna.id, 'payment-failed', { action });
    await expect.poll(() => $modal.get()).toEqual({ type: 'NoCredits', variant: 'stream' });
  },
);

it('P4.40 P4.44 handles balance and failure under the pushes’ other names', async () => {
  server.deps.push.toMember(anna.id, 'setCredits', { credits: 77 });
  await expect.poll(() => $wallet.get().credits).toBe(77);
  server.deps.push.toMember(anna.id, 'failed-payment', { action: 'pre-paid' });
  await expect.poll(() => $modal.get()).toEqual({ type: 'NoCredits', variant: 'stream' });
});

it('shows a debt that stopped the chat', async () => {
  server.deps.push.toMember(anna.id, 'payment-failed', { action: 'pre-paid', debt: true });
  await expect.poll(() => $modal.get()).toEqual({ type: 'NoCredits', variant: 'debt' });
});
