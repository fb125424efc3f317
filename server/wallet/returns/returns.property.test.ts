import { inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelOf } from '#contract/errors.ts';
import { creditsReturned } from '#contract/wallet/returns.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { transfer } from '#server/ledger/transfer.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, type TestMember } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { walletChecks } from '../check-wallet.ts';
import { notify, type Opened, open } from '../purchase/testing.ts';
import { payments } from '../tables.ts';
import { owedBy } from './debts.ts';
import { refundPayment } from './refund-payment.ts';

/** Acts of payer, bank, provider, operator and member, in any order. */
type Act =
  | { what: 'paid' | 'chargeback' | 'told'; order: number }
  | { what: 'refund' | 'operator'; order: number; cents: number }
  | { what: 'spend'; amount: number };

const ORDERS = 3;
const order = fc.integer({ min: 0, max: ORDERS - 1 });
const cents = fc.oneof(fc.constant(995), fc.integer({ min: 1, max: 995 }));
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ what: fc.constantFrom('paid', 'chargeback', 'told'), order }),
  fc.record({ what: fc.constantFrom('refund', 'operator'), order, cents }),
  fc.record({ what: fc.constant('spend' as const), amount: fc.integer({ min: 1, max: 700 }) }),
);

describe.each(databaseKinds())('any order of buying, spending and giving back on $name', (database) => {
  const test = startTestApp({ on: database });

  async function spend(member: TestMember, amount: number): Promise<number> {
    const from = { kind: 'member', owner: member.id } as const;
    const movement = { from, to: { kind: 'performer', owner: 1 }, kind: 'tip', reference: 'test' } as const;
    const done = test.deps.db.transaction((tx) =>
      transfer(tx, { ...movement, key: crypto.randomUUID(), amount, at: test.deps.now() }),
    );
    return done.then(
      () => amount,
      (error: unknown) => {
        expect(labelOf(error)).toBe('badRequest.invalid.payment');
        return 0;
      },
    );
  }

  /** At the provider; returned money never comes back. */
  async function giveBack(opened: Opened, how: 'refund' | 'chargeback', total: number): Promise<void> {
    const status = await test.payments.gateway.status(opened.order);
    if (status.state !== 'paid' || (status.returned?.cents ?? 0) >= total) return;
    test.payments.giveBack(opened.order, { how, cents: total });
  }

  async function perform(member: TestMember, orders: readonly Opened[], act: Act): Promise<number> {
    if (act.what === 'spend') return spend(member, act.amount);
    const opened = orders[act.order] as Opened;
    const status = await test.payments.gateway.status(opened.order);
    if (act.what === 'paid' && status.state === 'pending') test.payments.pay(opened.order);
    if (act.what === 'chargeback') await giveBack(opened, 'chargeback', 995);
    if (act.what === 'refund') await giveBack(opened, 'refund', act.cents);
    if (act.what === 'operator') {
      const request = refundPayment(test.deps, operatorCaller('els'), {
        id: opened.payment,
        cents: act.cents,
      });
      await request.catch((error: unknown) => expect(labelOf(error)).toBe('badRequest.invalid.payment'));
      return 0;
    }
    await notify(test, opened.order);
    return 0;
  }

  async function expectBalanced(member: TestMember, orders: readonly Opened[], spent: number): Promise<void> {
    const rows = await test.deps.db
      .select()
      .from(payments)
      .where(
        inArray(
          payments.id,
          orders.map(({ payment }) => payment),
        ),
      );
    const worth = rows
      .filter(({ state }) => state === 'success')
      .reduce((sum, row) => sum + row.credits - creditsReturned(row, row.returnedCents), 0);
    const [balance, owed] = [await member.credits(), await owedBy(test.deps.db, member.id)];
    expect(balance - owed).toBe(worth - spent);
    expect(Math.min(balance, owed)).toBe(0);
  }

  it('keeps balance and debt equal to what is paid less what is spent', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 14 }), fc.boolean(), async (acts, atOnce) => {
        const member = await aMember(test);
        const orders: Opened[] = [];
        for (let n = 0; n < ORDERS; n += 1) orders.push(await open(test, member));
        let spent = 0;
        if (atOnce) {
          const sums = await Promise.all(acts.map((one) => perform(member, orders, one)));
          spent = sums.reduce((sum, one) => sum + one, 0);
        } else {
          for (const one of acts) {
            spent += await perform(member, orders, one);
            await expectBalanced(member, orders, spent);
          }
        }
        await runDueWork(test.outbox);
        for (const { order } of orders) await notify(test, order);
        await expectBalanced(member, orders, spent);
      }),
      { numRuns: 25 },
    );
    expect(await findViolations(test.deps.db, walletChecks)).toEqual([]);
  });
});
