import { describe, expect, it } from 'vitest';
import { listDisputes, listPayments, moveDispute } from '#contract/desk/money/payment-calls.ts';
import { listRevenue, listSpenders } from '#contract/desk/money/sale-calls.ts';
import { askRefund } from '#contract/desk/people/member-calls.ts';
import { readWork } from '#contract/desk/work-calls.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { setLimit } from '#contract/wallet/limits-calls.ts';
import { transfer } from '#server/ledger/transfer.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import {
  aMember,
  anOperator,
  aPerformer,
  type TestMember,
  type TestPerformer,
} from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { bookLines } from '#server/wallet/books/book-lines.ts';
import { failAndNotify, notify, open, payAndNotify } from '#server/wallet/purchase/testing.ts';
import { tellDisputes } from '#server/wallet/returns/disputes.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.each(databaseKinds())('payments at the desk on $name', (database) => {
  const test = startTestApp({ on: database });
  const finance = () => anOperator(test, 'finance');
  const buy = async (member: TestMember) => {
    const opened = await open(test, member);
    await payAndNotify(test, opened.order);
    return opened;
  };
  const chargeBack = async (order: string) => {
    test.payments.giveBack(order, { how: 'chargeback', cents: 995 });
    await notify(test, order);
  };
  const spend = (member: TestMember, performer: TestPerformer, amount: number) =>
    test.deps.db.transaction((tx) =>
      transfer(tx, {
        key: test.deps.newId(),
        kind: 'tip',
        from: { kind: 'member', owner: member.id },
        to: { kind: 'performer', owner: performer.id },
        amount,
        reference: 'session:s',
        at: test.deps.now(),
      }),
    );
  const list = async (filter: InputOf<typeof listPayments> = {}) =>
    callApp(test, listPayments, filter, (await finance()).headers);

  it('says which failed today and why, newest first, and whose they were', async () => {
    const member = await aMember(test);
    const before = await open(test, member);
    await failAndNotify(test, before.order, 302);
    test.clock.advance(DAY);
    const [late, refused, paid] = [
      await open(test, member),
      await open(test, member),
      await open(test, member),
    ];
    await failAndNotify(test, late.order, 308);
    test.clock.advance(1000);
    await failAndNotify(test, refused.order, 302);
    await payAndNotify(test, paid.order);
    const day = test.clock.now().toISOString().slice(0, 10);
    const { result, failures, more } = await list({ day, state: 'failed' });
    expect(result.map(({ payment, reason, memberId }) => [payment, reason, memberId])).toEqual([
      [refused.payment, 302, member.id],
      [late.payment, 308, member.id],
    ]);
    expect(failures).toEqual([
      { reason: 302, count: 1, cents: 995 },
      { reason: 308, count: 1, cents: 995 },
    ]);
    expect(more).toBe(false);
    // Without a day those of today.
    expect((await list({ find: `member:${member.id}` })).failures).toEqual(failures);
  });

  it('finds one by member, payment, order, receipt, method, gateway and month', async () => {
    const member = await aMember(test);
    const { payment, order } = await buy(member);
    const [{ receipt } = {}] = (await list({ find: payment })).result;
    expect(receipt).toMatch(/^\d{4}-\d{6}$/);
    const other = await buy(await aMember(test));
    for (const find of [`payment:${payment}`, order, receipt ?? '', `member:${member.id}`]) {
      const { result } = await list({ find });
      expect(
        result.map((one) => one.payment),
        find,
      ).toEqual([payment]);
    }
    const month = test.clock.now().toISOString().slice(0, 7);
    const found = await list({ month, method: 'ideal', gateway: 'sandbox', state: 'success' });
    expect(found.result.map((one) => one.payment)).toEqual(expect.arrayContaining([payment, other.payment]));
    expect((await list({ month: '2026-01', find: payment })).result).toEqual([]);
    expect((await list({ method: 'paysafecard', find: payment })).result).toEqual([]);
    expect((await list({ gateway: 'paynl', find: payment })).result).toEqual([]);
  });

  it('says what a payment still owes, and what is not sent back yet', async () => {
    const member = await aMember(test);
    const { payment } = await buy(member);
    await spend(member, await aPerformer(test), 650);
    const form = { payment, cents: 500, formKey: test.deps.newId(), reason: 'asked by mail' };
    const { result } = await callApp(test, askRefund, form, (await finance()).headers);
    expect((await list({ find: payment })).result).toMatchObject([
      { returnedCents: 500, unsentCents: 500, credits: 650, owed: result?.owed },
    ]);
    expect(result?.owed).toBeGreaterThan(0);
  });

  describe('a dispute', () => {
    const disputes = async () => callApp(test, listDisputes, {}, (await finance()).headers);
    const disputeOf = async (payment: string) => {
      const { result } = await disputes();
      const found = result.find((one) => one.payment === payment);
      if (!found) throw new Error(`No dispute of ${payment}`);
      return found;
    };

    it('is listed with its deadline, is work for finance, and alarms before it', async () => {
      const member = await aMember(test);
      const { payment, order } = await buy(member);
      await chargeBack(order);
      const since = test.clock.now().getTime();
      const due = new Date(since + 7 * DAY).toISOString();
      expect(await disputeOf(payment)).toMatchObject({ state: 'open', due, memberId: member.id, taken: 650 });
      const piece = async () => {
        const { pieces } = await callApp(test, readWork, {}, (await finance()).headers);
        return pieces.find((one) => one.kind === 'dispute' && one.about === `member:${member.id}`);
      };
      expect(await piece()).toMatchObject({ due, isUrgent: false });
      const alarms: unknown[] = [];
      const events = { record: (name: string, fields: unknown) => void alarms.push([name, fields]) };
      const tell = () => tellDisputes({ ...test.deps, events });
      await tell();
      expect(alarms).toEqual([]);
      test.clock.advance(5 * DAY);
      await tell();
      expect(alarms).toContainEqual(['dispute.due', { payment, due }]);
      expect(await piece()).toMatchObject({ isUrgent: true });
      const { pieces } = await callApp(test, readWork, {}, (await anOperator(test, 'support')).headers);
      expect(pieces.filter(({ kind }) => kind === 'dispute')).toEqual([]);
    });

    it('is contested, then won or lost, once, by what was seen', async () => {
      const { payment, order } = await buy(await aMember(test));
      await chargeBack(order);
      const { dispute, version } = await disputeOf(payment);
      const { headers } = await finance();
      const move = (state: 'contested' | 'accepted' | 'won' | 'lost', seen: string) =>
        callApp(test, moveDispute, { dispute, state, version: seen, reason: 'as answered' }, headers);
      await expect(move('won', version)).rejects.toThrow('badRequest.form.changed');
      await move('contested', version);
      await expect(move('accepted', version)).rejects.toThrow('badRequest.form.changed');
      const contested = await disputeOf(payment);
      expect(contested.state).toBe('contested');
      await move('won', contested.version);
      expect(await disputeOf(payment)).toMatchObject({ state: 'won', at: test.clock.now().toISOString() });
      await expect(move('lost', (await disputeOf(payment)).version)).rejects.toThrow(
        'badRequest.form.changed',
      );
    });

    it('is unknown by another number', async () => {
      const input = { dispute: 2_000_000_000, state: 'accepted', version: 'x', reason: 'gone' } as const;
      const { headers } = await finance();
      await expect(callApp(test, moveDispute, input, headers)).rejects.toThrow('badRequest.notFound');
    });
  });

  it('takes off revenue what went back, as the accountant’s file does', async () => {
    test.clock.advance(60 * DAY);
    const month = test.clock.now().toISOString().slice(0, 7);
    await buy(await aMember(test));
    const [refunded, lost, won] = [
      await buy(await aMember(test)),
      await buy(await aMember(test)),
      await buy(await aMember(test)),
    ];
    const { headers } = await finance();
    const form = {
      payment: refunded.payment,
      cents: 300,
      formKey: test.deps.newId(),
      reason: 'asked by mail',
    };
    await callApp(test, askRefund, form, headers);
    await chargeBack(lost.order);
    await chargeBack(won.order);
    const { result: disputes } = await callApp(test, listDisputes, {}, headers);
    const { dispute, version } = disputes.find(({ payment }) => payment === won.payment) ?? never();
    const contest = { dispute, state: 'contested', version, reason: 'bill sent' } as const;
    await callApp(test, moveDispute, contest, headers);
    const { result: after } = await callApp(test, listDisputes, { state: 'contested' }, headers);
    await callApp(test, moveDispute, { ...contest, state: 'won', version: after[0]?.version ?? '' }, headers);
    const { result } = await callApp(test, listRevenue, { year: month.slice(0, 4) }, headers);
    const row = result.find((one) => one.month === month);
    expect(row).toEqual({
      month,
      purchases: 4,
      paid: 4 * 995,
      refunded: 300,
      chargedBack: 2 * 995,
      wonBack: 995,
      net: 3 * 995 - 300,
    });
    let inFile = 0;
    const from = new Date(`${month}-01T00:00:00Z`);
    for await (const line of bookLines(test.deps, { from, to: new Date(from.getTime() + 40 * DAY) })) {
      const cells = line.split(',');
      if (/^(purchase|refund|chargeback)$/.test(cells[2] ?? '')) inFile += Math.round(Number(cells[7]) * 100);
    }
    expect(inFile).toBe((row?.net ?? 0) - (row?.wonBack ?? 0));
  });

  it('says who spends most, with whom, and what calls for care', async () => {
    // Into a month without other spends, at 2 o'clock in the night.
    test.clock.advance(80 * DAY);
    const night = new Date(`${test.clock.now().toISOString().slice(0, 8)}10T01:00:00Z`);
    test.clock.advance(night.getTime() + 60 * DAY - test.clock.now().getTime());
    const month = test.clock.now().toISOString().slice(0, 7);
    const [anna, bea] = [await aPerformer(test), await aPerformer(test)];
    const [calm, heavy] = [await aMember(test, 1000), await aMember(test, 50_000)];
    test.clock.advance(11 * HOUR);
    await spend(calm, anna, 500);
    for (let tip = 0; tip < 3; tip += 1) await buy(heavy);
    test.clock.advance(13 * HOUR);
    for (let at = 0; at < 5; at += 1) {
      await spend(heavy, at === 0 ? anna : bea, 500);
      test.clock.advance(DAY);
    }
    await callApp(test, setLimit, { period: 'day', credits: 100 }, bearer(heavy.token));
    await callApp(test, setLimit, { period: 'day', credits: null }, bearer(heavy.token));
    const { result } = await callApp(test, listSpenders, { month }, (await finance()).headers);
    expect(result).toMatchObject([
      {
        memberId: heavy.id,
        credits: 2500,
        before: 0,
        performers: [
          { performer: bea.id, username: bea.username, credits: 2000 },
          { performer: anna.id, credits: 500 },
        ],
        nights: 5,
        purchases: 3,
        raisedAt: new Date(test.clock.now().getTime() + DAY).toISOString(),
        signs: ['growth', 'nights', 'purchases', 'raised'],
      },
      { memberId: calm.id, credits: 500, nights: 0, purchases: 0, raisedAt: null, signs: [] },
    ]);
  });
});

function never(): never {
  throw new Error('missing');
}
