import { beforeAll, describe, expect, it } from 'vitest';
import { openPayment, readWallet } from '#contract/wallet/purchase-calls.ts';
import { listPurchases, withdrawPurchase } from '#contract/wallet/receipts-calls.ts';
import { aMember, aPerformer, type TestMember } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { payments } from '../tables.ts';
import { basket, failAndNotify, open, payAndNotify } from './testing.ts';

const test = startTestApp();
let anna: TestMember;
beforeAll(async () => {
  anna = await aMember(test);
});

const row = async (id: string) => (await test.deps.db.select().from(payments)).find((one) => one.id === id);

it('L7.23 orders the bundle’s price at the provider and returns the payment page', async () => {
  const { payment, redirectUrl, order } = await open(test, anna);
  expect(redirectUrl).toBe(`https://pay.example/${order}`);
  expect(test.payments.orders.get(order)).toMatchObject({
    reference: payment,
    cents: 995,
    currency: 'EUR',
    method: '10',
    returnUrl: `http://localhost:4321/?payment=${payment}`,
    notificationUrl: 'http://localhost:4321/api/payments/notify/sandbox',
  });
});

it('uses only letters and digits in the reference, as providers require', async () => {
  expect((await open(test, anna)).payment).toMatch(/^[a-z0-9]{32}$/);
});

it('stores the bundle, its price and the version of the consent', async () => {
  const { payment } = await open(test, anna, { device: 'mobile' });
  expect(await row(payment)).toMatchObject({
    memberId: anna.id,
    cents: 995,
    credits: 650,
    state: 'ready',
    device: 'mobile',
    consentVersion: '2026-11-23',
    consentedAt: test.deps.now(),
  });
});

it('books nothing on opening', async () => {
  await open(test, anna);
  expect(await anna.credits()).toBe(0);
});

it('returns to the buyer’s page, in her language', async () => {
  const { order, payment } = await open(test, anna, { returnUrl: '/en/stream/Sanne?p=77', lang: 'en' });
  expect(test.payments.orders.get(order)?.returnUrl).toBe(
    `http://localhost:4321/en/stream/Sanne?p=77&payment=${payment}`,
  );
});

describe('refuses', () => {
  const refusal = (changes: Parameters<typeof basket>[0], token: string | null = anna.token) =>
    callApp(test, openPayment, basket(changes), token ? bearer(token) : {});

  it.each([
    ['no consent', { consent: false }, 'badRequest.consent.required'],
    ['an unknown bundle', { bundle: 'gold' }, 'badRequest.invalid.bundle'],
    ['an unknown way to pay', { paymentMethod: '999' }, 'badRequest.invalid.paymentMethod'],
    ['an address to return to', { returnUrl: 'https://evil.example' }, 'badRequest.invalid.input'],
    ['other words of consent', { consentVersion: '1999-01' as '2026-11-23' }, 'badRequest.invalid.input'],
    ['a key that is no UUID', { requestKey: '1' }, 'badRequest.invalid.input'],
  ] as const)('%s', async (_, changes, label) => {
    const before = test.payments.orders.size;
    await expect(refusal(changes)).rejects.toMatchObject({ label });
    expect(test.payments.orders.size).toBe(before);
  });

  it('P6.2 a guest', async () => {
    await expect(refusal({}, null)).rejects.toMatchObject({ label: 'badRequest.unauthorized' });
  });

  it('a performer', async () => {
    const { token } = await aPerformer(test);
    await expect(refusal({}, token)).rejects.toMatchObject({ label: 'badRequest.unauthorized' });
  });
});

it('P3.7 ignores a price, a member or an amount of credits from the browser', async () => {
  const bert = await aMember(test);
  const wishes = { ...basket(), cents: 1, credits: 1_000_000, member: anna.id };
  const { payment } = await callApp(test, openPayment, wishes, bearer(bert.token));
  expect(await row(payment)).toMatchObject({ memberId: bert.id, cents: 995, credits: 650 });
});

describe('the consent of an earlier purchase', () => {
  const again = (who: TestMember) => open(test, who, { consent: undefined });
  const none = { label: 'badRequest.consent.required' };

  it('counts once that is paid', async () => {
    const bert = await aMember(test);
    const consentedAt = test.deps.now();
    const { order } = await open(test, bert);
    await expect(again(bert)).rejects.toMatchObject(none);
    await payAndNotify(test, order);
    test.clock.advance(1000);
    expect(await row((await again(bert)).payment)).toMatchObject({ consentedAt });
  });

  it('does not count if that failed or was withdrawn', async () => {
    const [bert, cato] = [await aMember(test), await aMember(test)];
    await failAndNotify(test, (await open(test, bert)).order, 309);
    await expect(again(bert)).rejects.toMatchObject(none);
    await payAndNotify(test, (await open(test, cato)).order);
    const [purchase] = (await callApp(test, listPurchases, {}, bearer(cato.token))).result;
    await callApp(test, withdrawPurchase, { receipt: purchase?.receipt ?? '' }, bearer(cato.token));
    await expect(again(cato)).rejects.toMatchObject(none);
  });
});

describe('the same request sent again', () => {
  it('returns the same payment and opens no second order', async () => {
    const requestKey = crypto.randomUUID();
    const first = await open(test, anna, { requestKey });
    const orders = test.payments.orders.size;
    expect(await open(test, anna, { requestKey })).toEqual(first);
    expect(test.payments.orders.size).toBe(orders);
  });

  it('leads ten simultaneous clicks to one order', async () => {
    const requestKey = crypto.randomUUID();
    const opened = await Promise.all(Array.from({ length: 10 }, () => open(test, anna, { requestKey })));
    expect(new Set(opened.map(({ order }) => order)).size).toBe(1);
    expect(new Set(opened.map(({ payment }) => payment)).size).toBe(1);
  });

  it('is refused if it asks for something else', async () => {
    const requestKey = crypto.randomUUID();
    await open(test, anna, { requestKey });
    await expect(open(test, anna, { requestKey, bundle: 'royaal' })).rejects.toMatchObject({
      label: 'badRequest.idempotency.conflict',
    });
  });

  it('is a separate payment if another member uses the same key', async () => {
    const requestKey = crypto.randomUUID();
    const first = await open(test, anna, { requestKey });
    expect((await open(test, await aMember(test), { requestKey })).payment).not.toBe(first.payment);
  });

  it('calls the provider again if it was unavailable the first time', async () => {
    const requestKey = crypto.randomUUID();
    test.payments.refuse = 1;
    await expect(open(test, anna, { requestKey })).rejects.toMatchObject({ label: 'UNAVAILABLE' });
    expect((await open(test, anna, { requestKey })).redirectUrl).toContain('https://pay.example/');
  });
});

describe('the wallet', () => {
  it('L3.19 L7.21 shows five bundles with price per minute, discount and bonus', async () => {
    const { bundles, variant, currency } = await callApp(test, readWallet, {});
    expect(bundles.map(({ id, discount, bonus }) => [id, discount, bonus])).toEqual([
      ['start', 0, 0],
      ['plus', 7, 46],
      ['comfort', 13, 190],
      ['ruim', 18, 672],
      ['royaal', 24, 1942],
    ]);
    expect(bundles[1]?.pricePerMinute).toBeCloseTo(0.918, 3);
    expect(variant).toBe('drawer');
    expect(currency).toBe('EUR');
  });

  it('L2.10 L7.21 shows a member’s balance and uses the drawer for an unknown variant', async () => {
    const rich = await aMember(test, 5000);
    const wallet = await callApp(test, readWallet, { wallet: 'carousel' }, bearer(rich.token));
    expect(wallet.credits).toBe(5000);
    expect(wallet.variant).toBe('drawer');
    expect((await callApp(test, readWallet, { wallet: 'default' })).variant).toBe('default');
  });
});
