import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failReasons } from '#contract/wallet/payment.ts';
import { listPayments, readPayment } from '#contract/wallet/purchase-calls.ts';
import { readCredits } from '#contract/wallet/spending-calls.ts';
import { auditRows } from '#server/audit/tables.ts';
import type { EventName, Events } from '#server/events.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { balanceOf } from '#server/ledger/transfer.ts';
import { databaseKinds, type SuiteDatabase } from '#server/testing/databases.ts';
import { aMember, type TestMember } from '#server/testing/people.ts';
import { bearer, callApp, createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { walletChecks } from '../check-wallet.ts';
import { payments } from './tables.ts';
import { failAndNotify, notify, type Opened, open, payAndNotify } from './testing.ts';

describe.each(databaseKinds())('a purchase on $name', ({ create }) => {
  let suite: SuiteDatabase;
  let test: TestApp;
  let anna: TestMember;
  let opened: Opened;
  const events: EventName[] = [];
  const told: unknown[] = [];

  beforeAll(async () => {
    suite = await create();
    const record: Events['record'] = (name, fields) => {
      events.push(name);
      told.push([name, fields]);
    };
    test = await createTestApp({ database: suite.url, change: () => ({ events: { record } }) });
  });
  afterAll(async () => {
    await test.close();
    await suite.drop();
  });
  beforeEach(async () => {
    anna = await aMember(test, 100);
    opened = await open(test, anna);
    test.pushes.length = 0;
    events.length = 0;
    told.length = 0;
  });

  const state = async () => {
    const { status, reason } = await callApp(test, readPayment, { id: opened.payment }, bearer(anna.token));
    return [status, reason];
  };
  const pushed = () => test.pushes.map(({ to, name, payload }) => [to, name, payload]);

  it('is booked when the provider says it is paid, and every screen is told', async () => {
    test.payments.pay(opened.order);
    expect(await notify(test, opened.order)).toEqual({ status: 200, body: 'TRUE' });
    expect(await state()).toEqual(['success', null]);
    expect(await callApp(test, readCredits, {}, bearer(anna.token))).toEqual({ credits: 750 });
    expect(pushed()).toEqual([
      [`member:${anna.id}`, 'updated-credits', { credits: 750 }],
      [
        `member:${anna.id}`,
        'bundle-bought',
        { payment: opened.payment, credits: 650, balance: 750, debt: 0 },
      ],
    ]);
  });

  it('is booked once when the notification comes twice', async () => {
    await payAndNotify(test, opened.order);
    expect(await notify(test, opened.order)).toEqual({ status: 200, body: 'TRUE' });
    expect(await anna.credits()).toBe(750);
    expect(test.pushes).toHaveLength(2);
    expect(events).toEqual(['payment.booked']);
  });

  it('comes out of what was sold', async () => {
    const sold = () => balanceOf(test.deps.db, { kind: 'house', owner: 'sales' });
    const before = await sold();
    await payAndNotify(test, opened.order);
    expect(await sold()).toBe(before - 650);
  });

  it('is booked once when twenty notifications arrive at the same time', async () => {
    test.payments.pay(opened.order);
    await Promise.all(Array.from({ length: 20 }, () => notify(test, opened.order)));
    expect(await anna.credits()).toBe(750);
    expect(events.filter((name) => name === 'payment.booked')).toHaveLength(1);
  });

  it.each([
    ['one that is not signed', { signed: false }],
    ['one of another provider', { provider: 'paynl' }],
    ['one of no provider at all', { provider: 'x' }],
  ])('is not booked by %s', async (_, how) => {
    test.payments.pay(opened.order);
    expect((await notify(test, opened.order, how)).status).toBe(400);
    expect(await anna.credits()).toBe(100);
    expect(events).toEqual(['payment.notification-refused']);
  });

  it('is not booked while the provider is still waiting for the money', async () => {
    expect((await notify(test, opened.order)).body).toBe('TRUE');
    expect(await state()).toEqual(['ready', null]);
    expect(await anna.credits()).toBe(100);
  });

  it.each([
    ['a cent less', { cents: 994 }],
    ['a cent more', { cents: 996 }],
    ['another currency', { currency: 'USD' }],
    ['somebody else’s reference', { reference: 'another' }],
  ])('is not booked for %s, and an operator is told', async (_, paid) => {
    test.payments.pay(opened.order, paid);
    await notify(test, opened.order);
    expect(await state()).toEqual(['failed', 299]);
    expect(await anna.credits()).toBe(100);
    expect(events).toContain('payment.mismatch');
  });

  it.each(failReasons)('that fails says why: %i', async (reason) => {
    await failAndNotify(test, opened.order, reason);
    expect(await state()).toEqual(['failed', reason]);
    expect(pushed()).toEqual([
      [`member:${anna.id}`, 'payment-failed', { action: 'purchase', payment: opened.payment, reason }],
    ]);
  });

  it('tells of a failure once', async () => {
    await failAndNotify(test, opened.order, 300);
    await failAndNotify(test, opened.order, 309);
    expect(await state()).toEqual(['failed', 300]);
    expect(test.pushes).toHaveLength(1);
  });

  it('is booked when it is paid after all', async () => {
    await failAndNotify(test, opened.order, 309);
    await payAndNotify(test, opened.order);
    expect(await state()).toEqual(['success', null]);
    expect(await anna.credits()).toBe(750);
  });

  it('stays booked when a failure comes later, and an operator is told', async () => {
    await payAndNotify(test, opened.order);
    await failAndNotify(test, opened.order, 300);
    expect(await state()).toEqual(['success', null]);
    expect(await anna.credits()).toBe(750);
    expect(events).toContain('payment.reversed');
  });

  it('that failed and is paid wrongly is told to an operator, once', async () => {
    await failAndNotify(test, opened.order, 300);
    test.payments.pay(opened.order, { cents: 1 });
    for (const _ of ['first', 'again']) await notify(test, opened.order);
    expect(await state()).toEqual(['failed', 299]);
    expect(events.filter((name) => name === 'payment.mismatch')).toHaveLength(1);
  });

  const wrong = { cents: 995, credits: 650 };
  it.each<[EventName, object, (order: string) => Promise<unknown>]>([
    ['payment.booked', wrong, (order) => payAndNotify(test, order)],
    ['payment.failed', { reason: 300 }, (order) => failAndNotify(test, order, 300)],
    [
      'payment.mismatch',
      wrong,
      async (order) => {
        test.payments.pay(order, { cents: 994 });
        await notify(test, order);
      },
    ],
    [
      'payment.reversed',
      wrong,
      async (order) => {
        await payAndNotify(test, order);
        await failAndNotify(test, order, 300);
      },
    ],
    [
      'payment.returned',
      { how: 'chargeback', cents: 995, taken: 650, owed: 0 },
      async (order) => {
        await payAndNotify(test, order);
        test.payments.giveBack(order, { how: 'chargeback', cents: 995 });
        await notify(test, order);
      },
    ],
  ])('is in the log and in the trail as %s', async (act, fields, happen) => {
    await happen(opened.order);
    expect(told.at(-1)).toEqual([act, { payment: opened.payment, ...fields }]);
    const subject = `payment:${opened.payment}`;
    const rows = await test.deps.db.select().from(auditRows).where(eq(auditRows.subject, subject));
    expect(rows.filter((row) => row.act === act)).toMatchObject([
      { actor: 'system', memberId: anna.id, at: test.clock.now() },
    ]);
    const [row] = await test.deps.db.select().from(payments).where(eq(payments.id, opened.payment));
    expect(row?.settledAt).toEqual(test.clock.now());
  });

  it('answers a notification in the provider’s words, and tells whose was refused', async () => {
    const post = (headers: Record<string, string>) =>
      test.app.request('/api/payments/notify/sandbox', { method: 'POST', body: opened.order, headers });
    const [taken, refused] = [await post({ 'x-signed': 'yes' }), await post({})];
    expect([taken, refused].map((one) => one.headers.get('content-type'))).toEqual([
      'text/plain',
      'text/plain',
    ]);
    expect([await taken.text(), await refused.text()]).toEqual(['TRUE', 'FALSE']);
    expect(told).toEqual([['payment.notification-refused', { provider: 'sandbox' }]]);
  });

  it('is left to the provider’s next attempt when the order is not ours', async () => {
    expect(await notify(test, 'order-of-somebody-else')).toEqual({ status: 200, body: 'FALSE' });
  });

  it('is left to the next attempt when the provider can’t be asked back', async () => {
    test.payments.statuses.set(opened.order, new Error('timeout'));
    expect((await notify(test, opened.order)).status).toBe(500);
    await payAndNotify(test, opened.order);
    expect(await anna.credits()).toBe(750);
  });

  it('is nobody else’s to look at: a foreign payment is answered like a missing one', async () => {
    const bert = await aMember(test);
    const look = (id: string) => callApp(test, readPayment, { id }, bearer(bert.token));
    await expect(look(opened.payment)).rejects.toMatchObject({ label: 'badRequest.notFound' });
    await expect(look('0'.repeat(32))).rejects.toMatchObject({ label: 'badRequest.notFound' });
    expect(await callApp(test, listPayments, {}, bearer(bert.token))).toEqual({ result: [], total: 0 });
  });

  it('is in the buyer’s history, newest first', async () => {
    await payAndNotify(test, opened.order);
    test.clock.advance(1000);
    const second = await open(test, anna, { bundle: 'start' });
    const { result, total } = await callApp(test, listPayments, {}, bearer(anna.token));
    expect(total).toBe(2);
    expect(result.map(({ payment, status, cents }) => [payment, status, cents])).toEqual([
      [second.payment, 'ready', 495],
      [opened.payment, 'success', 995],
    ]);
  });

  it('reads no more of a notification than a notification can be', async () => {
    expect((await notify(test, 'x'.repeat(70_000))).status).toBe(413);
  });

  it('leaves books that are right', async () => {
    expect(await findViolations(test.deps.db, walletChecks)).toEqual([]);
  });
});
