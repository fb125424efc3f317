import { and, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tipDataSchema } from '#contract/chat/tipping/tips.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import {
  changeLimit,
  type Limit,
  limitAt,
  noLimit,
  periodStarts,
  readLimits,
  setLimit,
} from '#contract/wallet/limits-calls.ts';
import { listPurchases, type Purchase, withdrawPurchase } from '#contract/wallet/receipts-calls.ts';
import { sendTip } from '#server/chat/tips/send-tip.ts';
import { operatorCaller, systemCaller } from '#server/identity/caller.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { accounts, currentBalance, transfers } from '#server/ledger/tables.ts';
import { eraseMember } from '#server/member/deletion/erase-member.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { join } from '#server/testing/viewer.ts';
import { walletChecks } from '../check-wallet.ts';
import { spentSince } from '../limits/reads.ts';
import { notify, open, payAndNotify } from '../purchase/testing.ts';
import { owedBy } from '../returns/debts.ts';
import { refundPayment } from '../returns/refund-payment.ts';
import { creditMember } from './grant-credits.ts';

/** Acts of a member, the bank and the operator, in any order. `nth` picks one of the existing items. */
type Act =
  | { what: 'buy' | 'told' }
  | { what: 'tip' | 'twice' | 'credit'; amount: number }
  | { what: 'again' | 'chargeback' | 'refund' | 'withdraw' | 'withdraw-again'; nth: number }
  | { what: 'limit'; credits: number | null }
  | { what: 'hours'; hours: number };

const BUNDLE = { cents: 995, credits: 650 };
const amount = fc.integer({ min: 100, max: 700 });
const nth = fc.nat({ max: 5 });
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constantFrom('buy', 'buy', 'told') }) },
  { weight: 6, arbitrary: fc.record({ what: fc.constantFrom('tip', 'tip', 'twice', 'credit'), amount }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constantFrom('again', 'chargeback', 'refund', 'withdraw', 'withdraw-again'),
      nth,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('limit' as const),
      credits: fc.option(fc.integer({ min: 0, max: 1500 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('hours' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  },
);

interface Bought {
  payment: string;
  order: string;
  /** Credits taken back with the money. */
  gone: number;
  withdrawn: number | null;
}

/** One member and everything that happened, recorded outside the product. */
interface World {
  anna: TestMember;
  vera: TestPerformer;
  bought: Bought[];
  tips: { id: string; amount: number; at: Date }[];
  credited: number;
  limit: Limit;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

describe.each(databaseKinds())('a wallet under any order of acts, on $name', (database) => {
  const test = startTestApp({ on: database });

  const worthOf = ({ bought, tips, credited }: World): number =>
    credited + sum(bought.map(({ gone }) => BUNDLE.credits - gone)) - sum(tips.map((tip) => tip.amount));

  /** Credits tipped in the current day. */
  const spentToday = ({ tips }: World): number => {
    const { day } = periodStarts(test.clock.now());
    return sum(tips.filter(({ at }) => at >= day).map((tip) => tip.amount));
  };

  /** The expected refusal of a tip of this size; null if it must be accepted. */
  function refusalOf(world: World, amount: number): ErrorLabel | null {
    const worth = worthOf(world);
    if (worth < 0) return 'badRequest.debt.open';
    const limit = limitAt(world.limit, test.clock.now());
    if (limit !== null && spentToday(world) + amount > limit) return 'badRequest.limit.reached';
    return worth < amount ? 'badRequest.invalid.payment' : null;
  }

  async function tip(world: World, amount: number, id: string): Promise<void> {
    const { auth } = await authOf(world);
    const data = tipDataSchema.parse({ amount });
    await sendTip(test.deps, world.anna.caller, {
      action: 'tip',
      auth,
      recipient: 'host',
      clientId: id,
      data,
    });
  }

  async function authOf({ anna, vera }: World): Promise<{ auth: string }> {
    const viewer = await join(test, anna.caller, vera);
    return { auth: viewer.auth() };
  }

  async function tipAndExpect(world: World, amount: number, times: number): Promise<void> {
    const refusal = refusalOf(world, amount);
    const id = test.deps.newId();
    const { auth } = await authOf(world);
    const data = tipDataSchema.parse({ amount });
    const input = { action: 'tip', auth, recipient: 'host', clientId: id, data } as const;
    const sent = Array.from({ length: times }, () =>
      sendTip(test.deps, world.anna.caller, input).then(() => null, labelOf),
    );
    expect(await Promise.all(sent)).toEqual(sent.map(() => refusal));
    if (!refusal) world.tips.push({ id, amount, at: test.clock.now() });
  }

  const purchasesOf = async ({ anna }: World): Promise<Purchase[]> =>
    (await callApp(test, listPurchases, {}, bearer(anna.token))).result;

  async function withdraw(world: World, bought: Bought): Promise<void> {
    const { anna } = world;
    const purchase = (await purchasesOf(world)).find(({ payment }) => payment === bought.payment);
    if (!purchase) return;
    const before = await anna.credits();
    const request = callApp(test, withdrawPurchase, { receipt: purchase.receipt }, bearer(anna.token));
    const answer = await request.catch((error: unknown) => {
      expect(labelOf(error)).toBe('badRequest.withdrawal.closed');
      expect(purchase.withdrawal).toBeNull();
      return null;
    });
    if (!answer) return;
    if (bought.withdrawn !== null) return expect(answer.credits).toBe(bought.withdrawn);
    expect(answer).toMatchObject({
      credits: purchase.withdrawal?.credits,
      cents: purchase.withdrawal?.cents,
    });
    expect(answer.credits).toBeLessThanOrEqual(Math.min(before, BUNDLE.credits - bought.gone));
    bought.withdrawn = answer.credits;
    bought.gone += answer.credits;
  }

  /** Returns everything paid for it. */
  async function chargeBack(bought: Bought): Promise<void> {
    test.payments.giveBack(bought.order, { how: 'chargeback', cents: BUNDLE.cents });
    await notify(test, bought.order);
    bought.gone = BUNDLE.credits;
  }

  async function refund(bought: Bought): Promise<void> {
    const request = refundPayment(test.deps, operatorCaller('els'), { id: bought.payment });
    const done = await request.catch((error: unknown) => labelOf(error));
    if (done === 'badRequest.invalid.payment') return;
    bought.gone = BUNDLE.credits;
    await runDueWork(test.outbox);
  }

  async function perform(world: World, one: Act): Promise<unknown> {
    const { anna, bought, tips } = world;
    const at = 'nth' in one ? bought[one.nth] : undefined;
    switch (one.what) {
      case 'buy': {
        const { payment, order } = await open(test, anna);
        await payAndNotify(test, order);
        bought.push({ payment, order, gone: 0, withdrawn: null });
        return;
      }
      case 'told':
        return Promise.all(bought.map(({ order }) => notify(test, order)));
      case 'tip':
        return tipAndExpect(world, one.amount, 1);
      case 'twice':
        return tipAndExpect(world, one.amount, 2);
      case 'again': {
        // Sent again because its response was lost: returns the earlier result and moves nothing, whatever applies by
        // now.
        const earlier = tips[one.nth];
        return earlier && tip(world, earlier.amount, earlier.id);
      }
      case 'credit':
        world.credited += one.amount;
        return creditMember(test.deps, operatorCaller('els'), { memberId: anna.id, credits: one.amount });
      case 'chargeback':
        return at && chargeBack(at);
      case 'refund':
        return at && refund(at);
      case 'withdraw':
      case 'withdraw-again':
        return at && withdraw(world, at);
      case 'limit': {
        world.limit = changeLimit(world.limit, one.credits, test.clock.now());
        return callApp(test, setLimit, { period: 'day', credits: one.credits }, bearer(anna.token));
      }
      case 'hours':
        return test.clock.advance(one.hours * 3_600_000);
    }
  }

  async function expectRight(world: World): Promise<void> {
    const { anna, vera } = world;
    const [credits, owed] = [await anna.credits(), await owedBy(test.deps.db, anna.id)];
    expect(credits - owed).toBe(worthOf(world));
    expect(Math.min(credits, owed), 'nobody holds credits and owes some').toBe(0);
    expect(await vera.credits()).toBe(sum(world.tips.map((tip) => tip.amount)));
    const { limits } = await callApp(test, readLimits, {}, bearer(anna.token));
    expect(limits[0]).toMatchObject({
      spent: spentToday(world),
      credits: limitAt(world.limit, test.clock.now()),
    });
  }

  async function spentEver({ id }: TestMember): Promise<number> {
    const spent = spentSince(test.deps.db, id, new Date(0));
    const [row] = await test.deps.db.select({ spent }).from(sql`(values (1)) as one`);
    return row?.spent ?? Number.NaN;
  }

  async function expectErased({ anna }: World): Promise<void> {
    const [before, spent] = [await anna.credits(), await spentEver(anna)];
    const now = test.clock.now();
    const erase = () =>
      test.deps.db.transaction((tx) =>
        eraseMember(tx, test.deps, { caller: systemCaller, memberId: anna.id, now }),
      );
    expect(await erase()).toBe(true);
    expect(await erase()).toBe(false);
    expect(await anna.credits()).toBe(0);
    const [lapsed] = await test.deps.db
      .select({ amount: transfers.amount })
      .from(transfers)
      .where(and(eq(transfers.kind, 'lapse'), eq(transfers.reference, `member:${anna.id}`)));
    expect(lapsed?.amount ?? 0).toBe(before);
    expect(await spentEver(anna), 'what lapses was not spent').toBe(spent);
  }

  it('holds what was bought and given, less what was spent and returned', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 16 }), async (acts) => {
        const world: World = {
          anna: await aMember(test),
          vera: await aPerformer(test, onlineStatus.free),
          bought: [],
          tips: [],
          credited: 0,
          limit: noLimit,
        };
        for (const one of acts) {
          await perform(world, one);
          await expectRight(world);
        }
        await runDueWork(test.outbox);
        await expectRight(world);
        await expectErased(world);
      }),
      { numRuns: 15 },
    );
    expect(await findViolations(test.deps.db, walletChecks)).toEqual([]);
    const all = await test.deps.db.select({ kind: accounts.kind, balance: currentBalance }).from(accounts);
    expect(sum(all.map(({ balance }) => balance))).toBe(0);
    expect(all.filter(({ kind, balance }) => kind !== 'house' && balance < 0)).toEqual([]);
  });
});
