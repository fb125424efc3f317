import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aMember, type TestMember } from '#server/testing/people.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { sweepPayments } from './sweep-payments.ts';
import { payments } from './tables.ts';
import { open } from './testing.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

let test: TestApp;
let anna: TestMember;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  const settledAt = test.deps.now();
  await test.deps.db
    .update(payments)
    .set({ status: 'failed', failReason: 100, settledAt })
    .where(eq(payments.status, 'ready'));
  anna = await aMember(test);
});

/** How often the provider was asked for its orders while `times` sweeps ran, `apart` ms apart. */
async function asked(times: number, apart: number): Promise<number> {
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

it('leaves a payment that is seconds old to its notification', async () => {
  const { order } = await open(test, anna);
  test.payments.pay(order);
  test.clock.advance(29 * SECOND);
  await sweepPayments(test.deps);
  expect(await anna.credits()).toBe(0);
});

it('asks less often the longer a payment is open', async () => {
  await open(test, anna);
  expect(await asked(10, 30 * SECOND)).toBe(10);
  test.clock.advance(20 * HOUR);
  expect(await asked(10, 30 * SECOND)).toBe(1);
});

it('asks no more once a payment is settled', async () => {
  const { order } = await open(test, anna);
  test.payments.fail(order, 308);
  expect(await asked(5, 60 * SECOND)).toBe(1);
});

it('asks nobody for the orders of another provider', async () => {
  const { payment } = await open(test, anna);
  await test.deps.db.update(payments).set({ provider: 'paynl' }).where(eq(payments.id, payment));
  expect(await asked(1, 60 * SECOND)).toBe(0);
});

it('goes on to the next when the provider fails for one, and says so at the end', async () => {
  const broken = await open(test, anna);
  const paid = await open(test, anna);
  test.payments.statuses.set(broken.order, new Error('timeout'));
  test.payments.pay(paid.order);
  test.clock.advance(60 * SECOND);
  await expect(sweepPayments(test.deps)).rejects.toThrow('1 open payments could not be checked');
  expect(await anna.credits()).toBe(650);
});

/** As many payments that their payers gave up: all like one that was opened. */
async function giveUp(count: number): Promise<void> {
  const { payment } = await open(test, anna);
  const [row] = await test.deps.db.select().from(payments).where(eq(payments.id, payment));
  if (!row) throw new Error('the payment was not stored');
  const others = Array.from({ length: count - 1 }, () => {
    const id = test.deps.newId();
    return { ...row, id, providerOrder: `order-${id}`, requestKey: id };
  });
  await test.deps.db.insert(payments).values(others);
}

it('finds a lost notification in one run, behind many payments that were given up', async () => {
  await giveUp(57);
  test.payments.pay((await open(test, anna)).order);
  test.clock.advance(60 * SECOND);
  await sweepPayments(test.deps);
  expect(await anna.credits()).toBe(650);
});

it('asks for no more than 200 in one run, and for the others in the next', async () => {
  await giveUp(203);
  expect(await asked(1, 60 * SECOND)).toBe(200);
  expect(await asked(1, 0)).toBe(3);
});

it('closes a payment whose order never came to be, after an hour', async () => {
  test.payments.refuse = 1;
  await expect(open(test, anna)).rejects.toMatchObject({ label: 'UNAVAILABLE' });
  const row = async () =>
    (await test.deps.db.select().from(payments).where(eq(payments.memberId, anna.id)))[0];
  test.clock.advance(HOUR - SECOND);
  await sweepPayments(test.deps);
  expect(await row()).toMatchObject({ status: 'ready' });
  test.clock.advance(SECOND);
  await sweepPayments(test.deps);
  expect(await row()).toMatchObject({ status: 'failed', failReason: 308 });
});
