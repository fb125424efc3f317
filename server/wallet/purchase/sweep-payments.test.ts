import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { auditRows } from '#server/audit/tables.ts';
import { aMember, type TestMember } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { payments } from '../tables.ts';
import { sweepPayments } from './sweep-payments.ts';
import { open } from './testing.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

const test = startTestApp();
let anna: TestMember;
beforeEach(async () => {
  const settledAt = test.deps.now();
  await test.deps.db
    .update(payments)
    .set({ state: 'failed', failReason: 100, settledAt })
    .where(eq(payments.state, 'ready'));
  anna = await aMember(test);
});

/** Number of status requests to the provider during `times` sweeps, `apart` ms apart. */
async function countRequests(times: number, apart: number): Promise<number> {
  let count = 0;
  const { status } = test.deps.payments;
  test.deps.payments.status = (order) => {
    count += 1;
    return status(order);
  };
  for (let i = 0; i < times; i += 1) {
    test.clock.advance(apart);
    await sweepPayments(test.deps);
  }
  test.deps.payments.status = status;
  return count;
}

it('books a payment whose notification was lost', async () => {
  const { order } = await open(test, anna);
  test.payments.pay(order);
  test.clock.advance(30 * SECOND);
  await sweepPayments(test.deps);
  expect(await anna.credits()).toBe(650);
  await sweepPayments(test.deps);
  expect(await anna.credits()).toBe(650);
});

it('waits for the notification of a payment that is seconds old', async () => {
  const { order } = await open(test, anna);
  test.payments.pay(order);
  test.clock.advance(29 * SECOND);
  await sweepPayments(test.deps);
  expect(await anna.credits()).toBe(0);
});

it('checks less often the longer a payment is open', async () => {
  await open(test, anna);
  expect(await countRequests(10, 30 * SECOND)).toBe(10);
  test.clock.advance(20 * HOUR);
  expect(await countRequests(10, 30 * SECOND)).toBe(1);
});

it('stops checking once a payment is settled', async () => {
  const { order } = await open(test, anna);
  test.payments.fail(order, 308);
  expect(await countRequests(5, 60 * SECOND)).toBe(1);
});

it('does not check orders of another provider', async () => {
  const { payment } = await open(test, anna);
  await test.deps.db.update(payments).set({ provider: 'paynl' }).where(eq(payments.id, payment));
  expect(await countRequests(1, 60 * SECOND)).toBe(0);
});

it('continues if the provider fails for one, and throws at the end', async () => {
  const broken = await open(test, anna);
  const paid = await open(test, anna);
  test.payments.statuses.set(broken.order, new Error('timeout'));
  test.payments.pay(paid.order);
  test.clock.advance(60 * SECOND);
  await expect(sweepPayments(test.deps)).rejects.toThrow('1 open payments could not be checked');
  expect(await anna.credits()).toBe(650);
});

/** Inserts abandoned payments, copies of an opened one. */
async function giveUp(count: number): Promise<void> {
  const { payment } = await open(test, anna);
  const [row] = await test.deps.db.select().from(payments).where(eq(payments.id, payment));
  if (!row) throw new Error('The payment was not stored');
  const others = Array.from({ length: count - 1 }, () => {
    const id = test.deps.newId();
    return { ...row, id, providerOrder: `order-${id}`, requestKey: id };
  });
  await test.deps.db.insert(payments).values(others);
}

it('finds a lost notification in one run, behind many abandoned payments', async () => {
  await giveUp(57);
  test.payments.pay((await open(test, anna)).order);
  test.clock.advance(60 * SECOND);
  await sweepPayments(test.deps);
  expect(await anna.credits()).toBe(650);
});

it('checks at most 200 orders per run, and the others in the next', async () => {
  await giveUp(203);
  expect(await countRequests(1, 60 * SECOND)).toBe(200);
  expect(await countRequests(1, 0)).toBe(3);
});

it('closes a payment without an order after an hour, as it does other failed ones', async () => {
  test.payments.refuse = 1;
  await expect(open(test, anna)).rejects.toMatchObject({ label: 'UNAVAILABLE' });
  const row = async () =>
    (await test.deps.db.select().from(payments).where(eq(payments.memberId, anna.id)))[0];
  test.clock.advance(HOUR - SECOND);
  await sweepPayments(test.deps);
  expect(await row()).toMatchObject({ state: 'ready' });
  test.clock.advance(SECOND);
  await sweepPayments(test.deps);
  const closed = await row();
  expect(closed).toMatchObject({ state: 'failed', failReason: 308 });
  expect(test.pushes.filter(({ to }) => to === `member:${anna.id}`)).toEqual([
    expect.objectContaining({ name: 'payment-failed', payload: expect.objectContaining({ reason: 308 }) }),
  ]);
  const acts = await test.deps.db
    .select({ act: auditRows.act })
    .from(auditRows)
    .where(eq(auditRows.subject, `payment:${closed?.id}`));
  expect(acts).toEqual([{ act: 'payment.opened' }, { act: 'payment.failed' }]);
});
