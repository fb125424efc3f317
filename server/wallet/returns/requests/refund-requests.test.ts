import { describe, expect, it } from 'vitest';
import { rowVersion } from '#contract/desk/described-fields.ts';
import * as calls from '#contract/desk/member-calls.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, anOperator } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp, variantOf } from '#server/testing/test-app.ts';
import { open, payAndNotify } from '../../purchase/testing.ts';
import { refundRequests } from '../tables.ts';
import { askRefund } from './ask-refund.ts';
import { approveRefund } from './decide-refund.ts';

const reason = 'paid twice by mistake';

describe.each(databaseKinds())('a refund above the limit on $name', (database) => {
  const test = startTestApp({ on: database });
  const strict = () => variantOf(test, { config: { ...test.deps.config, refundReviewAbove: 900 } });

  async function paid() {
    const anna = await aMember(test);
    const { order, payment } = await open(test, anna);
    await payAndNotify(test, order);
    return { anna, payment };
  }
  async function waitingRefund() {
    const [{ anna, payment }, support] = [await paid(), await anOperator(test, 'support')];
    const { request, returned } = await callApp(
      strict(),
      calls.askRefund,
      { payment, reason },
      support.headers,
    );
    expect(returned).toBeNull();
    return { anna, payment, support, ...(await seen(payment)), request: request ?? 0 };
  }
  /** The waiting request of a payment, with its version, as an operator sees it. */
  async function seen(payment: string) {
    const [row] = await waiting(payment);
    if (!row) throw new Error('Nothing waits');
    return { request: row.request, version: rowVersion(row) };
  }
  const waiting = async (payment: string) => {
    const { headers } = await anOperator(test, 'finance');
    const { result } = await callApp(test, calls.listRefundRequests, {}, headers);
    return result.filter((one) => one.payment === payment);
  };

  it('moves nothing until another operator approves it', async () => {
    const { anna, payment, support, request, version } = await waitingRefund();
    expect(await anna.credits()).toBe(650);
    expect(await waiting(payment)).toMatchObject([
      { request, memberId: anna.id, cents: 995, askedBy: support.name, reason },
    ]);
    const finance = await anOperator(test, 'finance');
    const done = await callApp(
      test,
      calls.approveRefund,
      { request, version, reason: 'checked' },
      finance.headers,
    );
    expect(done).toMatchObject({ cents: 995, taken: 650, owed: 0 });
    expect(await anna.credits()).toBe(0);
    expect(await waiting(payment)).toEqual([]);
    const again = callApp(test, calls.approveRefund, { request, version, reason: 'again' }, finance.headers);
    await expect(again).rejects.toThrow('badRequest.notFound');
  });

  it('is never approved by the operator who asked, also not in the shell or by an owner', async () => {
    const [{ payment, anna }, owner] = [await paid(), await anOperator(test, 'owner')];
    await callApp(strict(), calls.askRefund, { payment, reason }, owner.headers);
    const input = { ...(await seen(payment)), reason: 'fine' };
    await expect(callApp(test, calls.approveRefund, input, owner.headers)).rejects.toThrow(
      'badRequest.forbidden',
    );
    await expect(approveRefund(test.deps, operatorCaller(owner.name, 'fine'), input)).rejects.toThrow(
      'badRequest.forbidden',
    );
    // The database refuses it, too.
    const [row] = await test.deps.db.select().from(refundRequests).limit(1);
    const forged = {
      ...row,
      id: undefined,
      paymentId: payment,
      cents: 1,
      askedBy: 'x',
      reason,
      askedAt: new Date(),
    };
    await expect(
      test.deps.db
        .insert(refundRequests)
        .values({ ...forged, decision: 'approved', decidedBy: 'x', decidedAt: new Date() }),
    ).rejects.toThrow();
    expect(await anna.credits()).toBe(650);
  });

  it('is approved once if two operators do so at the same time', async () => {
    const { request, version, anna } = await waitingRefund();
    const both = await Promise.allSettled(
      [await anOperator(test, 'finance'), await anOperator(test, 'owner')].map(({ headers }) =>
        callApp(test, calls.approveRefund, { request, version, reason: 'checked' }, headers),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await anna.credits()).toBe(0);
  });

  it('is not decided by an operator who has seen another request', async () => {
    const [mine, other] = [await waitingRefund(), await waitingRefund()];
    const { headers } = await anOperator(test, 'finance');
    const input = { request: mine.request, version: other.version, reason: 'checked' };
    for (const decide of [calls.approveRefund, calls.refuseRefund])
      await expect(callApp(test, decide, input, headers)).rejects.toThrow('badRequest.form.changed');
    expect(await waiting(mine.payment)).toHaveLength(1);
  });

  it('is refused with a reason, also by the one who asked, and can be asked again', async () => {
    const { payment, support, request, version } = await waitingRefund();
    const ask = () => callApp(strict(), calls.askRefund, { payment, reason }, support.headers);
    await expect(ask()).rejects.toThrow('badRequest.idempotency.conflict');
    await callApp(test, calls.refuseRefund, { request, version, reason: 'wrong payment' }, support.headers);
    expect(await waiting(payment)).toEqual([]);
    expect((await ask()).request).toBeGreaterThan(request);
  });

  it('counts what was refunded to the member within a day, so that parts are no way round', async () => {
    const { payment } = await paid();
    const els = operatorCaller('els', reason);
    const refund = (cents: number) => askRefund(strict().deps, els, { payment, cents });
    expect(await refund(600)).toMatchObject({ request: null, returned: { cents: 600 } });
    expect(await refund(300)).toMatchObject({ request: null });
    await expect(refund(96)).rejects.toThrow('badRequest.invalid.payment');
    expect(await refund(95)).toMatchObject({ returned: null });
  });

  it('is refused for an unknown or unpaid payment', async () => {
    const { payment } = await open(test, await aMember(test));
    const { headers } = await anOperator(test, 'support');
    const ask = (id: string) => callApp(strict(), calls.askRefund, { payment: id, reason }, headers);
    await expect(ask('0'.repeat(32))).rejects.toThrow('badRequest.notFound');
    await expect(ask(payment)).rejects.toThrow('badRequest.invalid.payment');
  });
});
