import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { failReasons } from '#contract/wallet/payment.ts';
import { listPayments, readCredits, readPayment } from '#contract/wallet/purchase-calls.ts';
import { auditRows } from '#server/audit/tables.ts';
import type { EventName, Events } from '#server/events.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { balanceOf } from '#server/ledger/transfer.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, type TestMember } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { walletChecks } from '../check-wallet.ts';
import { payments } from '../tables.ts';
import { failAndNotify, notify, type Opened, open, payAndNotify } from './testing.ts';

describe.each(databaseKinds())('a purchase on $name', (database) => {
  const events: EventName[] = [];
  const records: unknown[] = [];
  const record: Events['record'] = (name, fields) => {
    events.push(name);
    records.push([name, fields]);
  };
  const test = startTestApp({ on: database, change: () => ({ events: { record } }) });
  let anna: TestMember;
  let opened: Opened;
  beforeEach(async () => {
    anna = await aMember(test, 100);
    opened = await open(test, anna);
    test.pushes.length = 0;
    events.length = 0;
    records.length = 0;
  });

  const state = async () => {
    const { status, reason } = await callApp(test, readPayment, { id: opened.payment }, bearer(anna.token));
    return [status, reason];
  };
  const pushed = () => test.pushes.map(({ to, name, payload }) => [to, name, payload]);

  it('P4.42 L4.1 L4.3 is booked when the provider confirms the payment, and pushed to every screen', async () => {
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

  it('is booked once when the notification arrives twice', async () => {
    await payAndNotify(test, opened.order);
    expect(await notify(test, opened.order)).toEqual({ status: 200, body: 'TRUE' });
    expect(await anna.credits()).toBe(750);
    expect(test.pushes).toHaveLength(2);
    expect(events).toEqual(['payment.booked']);
  });

  it('is taken from the house’s sales account', async () => {
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

  it('L4.1 is not booked while the payment is pending', async () => {
    expect((await notify(test, opened.order)).body).toBe('TRUE');
    expect(await state()).toEqual(['ready', null]);
    expect(await anna.credits()).toBe(100);
  });

  it.each([
    ['a cent less', { cents: 994 }],
    ['a cent more', { cents: 996 }],
    ['another currency', { currency: 'USD' }],
    ['somebody else’s reference', { reference: 'another' }],
  ])('L4.5 is not booked for %s, and alerts an operator', async (_, paid) => {
    test.payments.pay(opened.order, paid);
    await notify(test, opened.order);
    expect(await state()).toEqual(['failed', 299]);
    expect(await anna.credits()).toBe(100);
    expect(events).toContain('payment.mismatch');
  });

  it.each(failReasons)(
    'P4.43 L4.1 L4.4 L4.5 L4.6 L4.7 L4.8 L4.9 stores the reason of a failure: %i',
    async (reason) => {
      await failAndNotify(test, opened.order, reason);
      expect(await state()).toEqual(['failed', reason]);
      expect(pushed()).toEqual([
        [`member:${anna.id}`, 'payment-failed', { action: 'purchase', payment: opened.payment, reason }],
      ]);
    },
  );

  it('reports a failure once', async () => {
    await failAndNotify(test, opened.order, 300);
    await failAndNotify(test, opened.order, 309);
    expect(await state()).toEqual(['failed', 300]);
    expect(test.pushes).toHaveLength(1);
  });

  it('is booked if it is paid after a failure', async () => {
    await failAndNotify(test, opened.order, 309);
    await payAndNotify(test, opened.order);
    expect(await state()).toEqual(['success', null]);
    expect(await anna.credits()).toBe(750);
  });

  it('stays booked if a failure comes later, and alerts an operator', async () => {
    await payAndNotify(test, opened.order);
    await failAndNotify(test, opened.order, 300);
    expect(await state()).toEqual(['success', null]);
    expect(await anna.credits()).toBe(750);
    expect(events).toContain('payment.reversed');
  });

  it('alerts an operator once if it failed and is then paid wrongly', async () => {
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
  ])('is in the log and the audit trail as %s', async (act, fields, happen) => {
    await happen(opened.order);
    expect(records.at(-1)).toEqual([act, { payment: opened.payment, ...fields }]);
    const subject = `payment:${opened.payment}`;
    const rows = await test.deps.db.select().from(auditRows).where(eq(auditRows.subject, subject));
    expect(rows.filter((row) => row.act === act)).toMatchObject([
      { actor: 'system', memberId: anna.id, at: test.clock.now() },
    ]);
    const [row] = await test.deps.db.select().from(payments).where(eq(payments.id, opened.payment));
    expect(row?.settledAt).toEqual(test.clock.now());
  });

  it('answers a notification in the provider’s format and logs a refused one', async () => {
    const post = (headers: Record<string, string>) =>
      test.app.request('/api/payments/notify/sandbox', { method: 'POST', body: opened.order, headers });
    const [taken, refused] = [await post({ 'x-signed': 'yes' }), await post({})];
    expect([taken, refused].map((one) => one.headers.get('content-type'))).toEqual([
      'text/plain',
      'text/plain',
    ]);
    expect(await taken.text()).toBe('TRUE');
    expect(await refused.text()).toBe('FALSE');
    expect(records).toEqual([['payment.notification-refused', { provider: 'sandbox' }]]);
  });

  it('leaves an unknown order to the provider’s retry', async () => {
    expect(await notify(test, 'order-of-somebody-else')).toEqual({ status: 200, body: 'FALSE' });
  });

  it('leaves it to the provider’s retry if the order cannot be checked', async () => {
    test.payments.statuses.set(opened.order, new Error('timeout'));
    expect((await notify(test, opened.order)).status).toBe(500);
    await payAndNotify(test, opened.order);
    expect(await anna.credits()).toBe(750);
  });

  it('treats another member’s payment like a missing one', async () => {
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

  it('limits the size of a notification', async () => {
    expect((await notify(test, 'x'.repeat(70_000))).status).toBe(413);
  });

  it('leaves the books balanced', async () => {
    expect(await findViolations(test.deps.db, walletChecks)).toEqual([]);
  });
});
