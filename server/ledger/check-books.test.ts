import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { EventFields, EventName } from '#server/events.ts';
import { aMember } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { wrongPayments } from '#server/wallet/check-wallet.ts';
import { open, payAndNotify } from '#server/wallet/purchase/testing.ts';
import { type BooksViolation, checkBooks } from './check-books.ts';
import { entries } from './tables.ts';

const test = startTestApp();
let logged: [EventName, EventFields | undefined][];
const events = { record: (name: EventName, fields?: EventFields) => void logged.push([name, fields]) };
beforeAll(async () => {
  await payAndNotify(test, (await open(test, await aMember(test, 1000))).order);
});
beforeEach(() => {
  logged = [];
});

const undo = new Error('undo');

/**
 * Checks the books after writing around the ledger and the guards of the tables, as only a bug or an attacker would.
 */
async function auditAfter(statement: string): Promise<BooksViolation[]> {
  let found: BooksViolation[] = [];
  const planted = test.deps.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql.raw(statement));
    found = await checkBooks({ db: tx, events }, [wrongPayments]);
    throw undo;
  });
  await expect(planted).rejects.toBe(undo);
  return found;
}

it('finds no violation in correct books, and records that it checked', async () => {
  expect(await checkBooks({ db: test.deps.db, events }, [wrongPayments])).toEqual([]);
  expect(logged).toEqual([['books.checked', { faults: 0 }]]);
});

it('finds one credit too many in a balance and raises the alarm', async () => {
  const [fault] = await auditAfter(`update account set balance = balance + 1 where kind = 'member'`);
  expect(fault).toMatchObject({ fault: 'balance', balance: 1651, entries: 1650 });
  expect(logged).toContainEqual(['books.wrong', fault]);
});

it('names the transfer, and the entry whose balance does not follow', async () => {
  const [booked] = await test.deps.db.select().from(entries).where(eq(entries.amount, 650));
  const found = await auditAfter(
    `update entry set amount = amount + 1, balance_after = 9 where id = ${booked?.id}`,
  );
  expect(found).toContainEqual({ fault: 'transfer', transfer: booked?.transferId });
  expect(found).toContainEqual({ fault: 'chain', entry: booked?.id });
});

it.each([
  [
    'an entry that is one credit off',
    `update entry set amount = amount + 1 where amount = 650`,
    ['balance', 'chain', 'transfer'],
  ],
  [
    'an entry whose balance does not follow',
    `update entry set balance_after = 9 where amount = 650`,
    ['chain'],
  ],
  [
    'two entries that are off and cancel out',
    `update entry set amount = amount + sign(amount), balance_after = balance_after + sign(amount)
     where transfer_id = (select transfer_id from payment)`,
    ['balance', 'transfer'],
  ],
  ['what came in, gone before it was summed up', `delete from unsummed_entry`, ['balance']],
  [
    'what came in twice',
    `update account set balance = balance + 1 where kind = 'house' and owner = 'sales'`,
    ['balance'],
  ],
  ['an entry that is gone', `delete from entry where amount = 650`, ['balance', 'transfer']],
  [
    'a transfer of another amount',
    `update transfer set amount = 651 where amount = 650`,
    ['payment', 'transfer'],
  ],
  [
    'a payment booked for another purchase',
    `update transfer set reference = 'payment:x' where amount = 650`,
    ['payment'],
  ],
  ['a payment that is worth more than it booked', `update payment set credits = 9999`, ['payment']],
])('finds %s', async (_, statement, faults) => {
  const found = (await auditAfter(statement)).map(({ fault }) => fault);
  expect(new Set(found)).toEqual(new Set(faults));
});
