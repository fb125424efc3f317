import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readWallet } from '#contract/wallet/purchase-calls.ts';
import { auditRows } from '#server/audit/tables.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { balanceOf, freeCreditsOf, transfer } from '#server/ledger/transfer.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, eraseAccount, type TestMember } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { walletChecks } from '../check-wallet.ts';
import { notify, type Opened, open, payAndNotify } from '../purchase/testing.ts';
import { creditMember } from '../spending/grant-credits.ts';
import { owedBy } from './debts.ts';
import { refundPayment } from './refund-payment.ts';
import { debts, paymentReturns } from './tables.ts';

describe.each(databaseKinds())('returned money on $name', (database) => {
  const test = startTestApp({ on: database });
  let anna: TestMember;
  let opened: Opened;

  afterAll(async () => {
    expect(await findViolations(test.deps.db, walletChecks)).toEqual([]);
  });
  beforeEach(async () => {
    anna = await aMember(test);
    opened = await open(test, anna);
    test.pushes.length = 0;
  });

  const spend = (amount: number, key = crypto.randomUUID()) =>
    test.deps.db.transaction((tx) =>
      transfer(tx, {
        key,
        kind: 'tip',
        from: { kind: 'member', owner: anna.id },
        to: { kind: 'performer', owner: 1 },
        amount,
        reference: 'test',
        at: test.deps.now(),
      }),
    );
  const giveBack = async (how: 'refund' | 'chargeback', cents = 995) => {
    test.payments.giveBack(opened.order, { how, cents });
    await notify(test, opened.order);
  };
  const standing = async () => [await anna.credits(), await owedBy(test.deps.db, anna.id)];
  const returnsOf = () =>
    test.deps.db
      .select()
      .from(paymentReturns)
      .where(eq(paymentReturns.paymentId, opened.payment))
      .orderBy(asc(paymentReturns.id));

  it.each(['refund', 'chargeback'] as const)('takes unspent credits back: %s', async (how) => {
    await payAndNotify(test, opened.order);
    await giveBack(how);
    expect(await standing()).toEqual([0, 0]);
    expect(await returnsOf()).toMatchObject([{ how, cents: 995, taken: 650, owed: 0 }]);
    expect(test.pushes.at(-1)).toMatchObject({ name: 'updated-credits', payload: { credits: 0 } });
  });

  it('goes back to the sales account, and so does a paid debt', async () => {
    const sold = () => balanceOf(test.deps.db, { kind: 'house', owner: 'sales' });
    const before = await sold();
    await payAndNotify(test, opened.order);
    await spend(400);
    await giveBack('chargeback');
    expect(await sold()).toBe(before - 400);
    await payAndNotify(test, (await open(test, anna)).order);
    expect(await sold()).toBe(before - 650);
  });

  it('takes the same share of the credits as of the money, in steps', async () => {
    await payAndNotify(test, opened.order);
    for (const [cents, credits] of [
      [300, 455],
      [600, 259],
      [995, 0],
    ] as const) {
      await giveBack('refund', cents);
      expect(await standing()).toEqual([credits, 0]);
    }
  });

  it('leaves a debt for what was spent, which the next purchase pays first', async () => {
    await payAndNotify(test, opened.order);
    await spend(600);
    await giveBack('chargeback');
    expect(await standing()).toEqual([0, 600]);
    expect(await callApp(test, readWallet, {}, bearer(anna.token))).toMatchObject({ credits: 0, owed: 600 });
    const small = await open(test, anna, { bundle: 'start' });
    await payAndNotify(test, small.order);
    expect(await standing()).toEqual([0, 300]);
    const large = await open(test, anna, { bundle: 'plus' });
    test.pushes.length = 0;
    await payAndNotify(test, large.order);
    expect(await standing()).toEqual([350, 0]);
    expect(test.pushes.map(({ payload }) => payload)).toEqual([
      { credits: 350 },
      { payment: large.payment, credits: 650, balance: 350, debt: 300 },
    ]);
  });

  it('takes bought credits, and free ones only for the debt that is left', async () => {
    await payAndNotify(test, opened.order);
    await spend(200);
    const { balance } = await creditMember(test.deps, operatorCaller('els'), {
      memberId: anna.id,
      credits: 300,
    });
    expect(balance).toBe(750);
    await giveBack('chargeback');
    expect(await freeCreditsOf(test.deps.db, anna.id)).toBe(100);
    expect(await standing()).toEqual([100, 0]);
    expect(await returnsOf()).toMatchObject([{ taken: 450, owed: 200 }]);
  });

  it('leaves one debt per payment, and the oldest is paid first', async () => {
    const orders = [opened, await open(test, anna, { bundle: 'start' })];
    for (const { order } of orders) await payAndNotify(test, order);
    await spend(950);
    for (const { order } of orders) {
      test.payments.giveBack(order, {
        how: 'chargeback',
        cents: test.payments.orders.get(order)?.cents ?? 0,
      });
      await notify(test, order);
    }
    expect(test.pushes.at(-1)).toMatchObject({ name: 'updated-credits', payload: { credits: 0 } });
    const debtsOf = async () =>
      (await test.deps.db.select().from(debts).where(eq(debts.memberId, anna.id)).orderBy(asc(debts.id))).map(
        ({ credits, paid, settledAt }) => [credits, paid, settledAt],
      );
    expect(await debtsOf()).toEqual([
      [650, 0, null],
      [300, 0, null],
    ]);
    const at = test.clock.now();
    for (const [bundle, expected, credits] of [
      [
        'plus',
        [
          [650, 650, at],
          [300, 0, null],
        ],
        0,
      ],
      [
        'plus',
        [
          [650, 650, at],
          [300, 300, at],
        ],
        350,
      ],
    ] as const) {
      await payAndNotify(test, (await open(test, anna, { bundle })).order);
      expect(await debtsOf()).toEqual(expected);
      expect(await anna.credits()).toBe(credits);
    }
  });

  it('is never more than was paid nor less than before, whatever the provider reports', async () => {
    await payAndNotify(test, opened.order);
    await giveBack('refund', 600);
    await giveBack('refund', 300);
    expect(await returnsOf()).toHaveLength(1);
    await giveBack('refund', 2000);
    expect(await returnsOf()).toMatchObject([
      { cents: 600, totalCents: 600, sentAt: test.clock.now() },
      { cents: 395, totalCents: 995, sentAt: test.clock.now() },
    ]);
    expect(await standing()).toEqual([0, 0]);
  });

  it('is booked once, however often and from wherever it is reported', async () => {
    await payAndNotify(test, opened.order);
    test.payments.giveBack(opened.order, { how: 'refund', cents: 995 });
    await Promise.all(Array.from({ length: 12 }, () => notify(test, opened.order)));
    expect(await standing()).toEqual([0, 0]);
    expect(await returnsOf()).toHaveLength(1);
  });

  it('is booked with the purchase if the payment was not known before', async () => {
    await giveBack('chargeback');
    expect(await standing()).toEqual([0, 0]);
    expect(await returnsOf()).toMatchObject([{ taken: 650, owed: 0 }]);
  });

  it('changes nothing for a payment that did not match its order', async () => {
    test.payments.pay(opened.order, { cents: 994 });
    await notify(test, opened.order);
    test.payments.statuses.set(opened.order, {
      state: 'paid',
      cents: 994,
      currency: 'EUR',
      reference: opened.payment,
      returned: { how: 'refund', cents: 994 },
    });
    await notify(test, opened.order);
    expect(await returnsOf()).toEqual([]);
  });

  describe('by the operator', () => {
    const refund = (cents?: number) =>
      refundPayment(test.deps, operatorCaller('els', 'asked by phone'), { id: opened.payment, cents });

    it('takes the credits at once, is sent by the outbox, and stores the reason in the audit trail', async () => {
      await payAndNotify(test, opened.order);
      expect(await refund(300)).toMatchObject({ cents: 300, taken: 195, owed: 0, balance: 455 });
      expect(await returnsOf()).toMatchObject([{ sentAt: null }]);
      await runDueWork(test.outbox);
      expect(await test.payments.gateway.status(opened.order)).toMatchObject({ returned: { cents: 300 } });
      expect(await returnsOf()).toMatchObject([{ sentAt: test.deps.now() }]);
      await notify(test, opened.order);
      expect(await standing()).toEqual([455, 0]);
      const [row] = await test.deps.db.select().from(auditRows).where(eq(auditRows.act, 'payment.refunded'));
      expect(row).toMatchObject({ actor: 'operator:els', reason: 'asked by phone', memberId: anna.id });
      while ((await runDueWork(test.outbox)) > 0);
      expect(test.mail.sent.at(-1)?.text).toMatch(/€\s*3,00.* 195 credits/s);
    });

    it('sends no mail to an erased account', async () => {
      await payAndNotify(test, opened.order);
      await refund();
      await eraseAccount(test, bearer(anna.token));
      test.mail.sent.length = 0;
      while ((await runDueWork(test.outbox)) > 0);
      expect(test.mail.sent.filter(({ subject }) => subject.includes('€'))).toEqual([]);
    });

    it('is retried if the provider is unavailable, and sent once', async () => {
      await payAndNotify(test, opened.order);
      await refund();
      test.payments.refuse = 1;
      await runDueWork(test.outbox);
      expect(await returnsOf()).toMatchObject([{ sentAt: null }]);
      test.clock.advance(60_000);
      await runDueWork(test.outbox);
      expect(await test.payments.gateway.status(opened.order)).toMatchObject({ returned: { cents: 995 } });
    });

    it('is refused for an unpaid, already returned or unknown payment', async () => {
      await expect(refund()).rejects.toMatchObject({ label: 'badRequest.invalid.payment' });
      await payAndNotify(test, opened.order);
      await expect(refund(996)).rejects.toMatchObject({ label: 'badRequest.invalid.payment' });
      await refund();
      await expect(refund()).rejects.toMatchObject({ label: 'badRequest.invalid.payment' });
      const unknown = refundPayment(test.deps, operatorCaller('els'), { id: '0'.repeat(32) });
      await expect(unknown).rejects.toMatchObject({ label: 'badRequest.notFound' });
      await runDueWork(test.outbox);
    });
  });
});
