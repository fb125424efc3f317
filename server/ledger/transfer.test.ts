import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { labelOf } from '#contract/errors.ts';
import type { OpenDb } from '#server/db/opening/open.ts';
import { databaseKinds, type SuiteDatabase } from '#server/testing/databases.ts';
import { openTestDb } from '#server/testing/open-test-db.ts';
import { wrongPayments } from '#server/wallet/check-wallet.ts';
import { findViolations } from './check-books.ts';
import { accounts } from './tables.ts';
import {
  type Account,
  balanceOf,
  type PlainRequest,
  sumUp,
  type TransferResult,
  transfer,
} from './transfer.ts';

const at = new Date('2026-11-20T12:00:00Z');
const sales: Account = { kind: 'house', owner: 'sales' };
const member = (owner: number): Account => ({ kind: 'member', owner });
const performer = (owner: number): Account => ({ kind: 'performer', owner });

let owners = 0;
/** A number used by no other account of this suite. */
const fresh = (): number => {
  owners += 1;
  return owners;
};

describe.each(databaseKinds())('the ledger on $name', ({ create, concurrent }) => {
  let suite: SuiteDatabase;
  let opened: OpenDb[] = [];
  beforeAll(async () => {
    suite = await create();
    const first = await openTestDb(suite.url);
    // Two pools, like two nodes of a cluster.
    opened = suite.url === 'memory:' ? [first] : [first, await openTestDb(suite.url)];
  });
  afterAll(async () => {
    for (const { close } of opened) await close();
    await suite.drop();
  });

  const db = (turn = 0) => (opened[turn % opened.length] as OpenDb).db;
  const act = (
    movement: Partial<PlainRequest> & Pick<PlainRequest, 'key' | 'from' | 'to'>,
    turn = 0,
  ): Promise<TransferResult> =>
    db(turn).transaction((tx) =>
      transfer(tx, { kind: 'tip', amount: 100, reference: 'test', at, ...movement }),
    );
  const outcome = (moved: Promise<TransferResult>): Promise<string> =>
    moved.then(({ created: isFresh }) => (isFresh ? 'moved' : 'repeated'), labelOf);
  const give = (to: Account, amount: number) =>
    act({ key: `give:${fresh()}`, kind: 'purchase', from: sales, to, amount });
  const balance = (account: Account) => balanceOf(db(), account);

  it('moves credits from one account to another and returns the member’s balance', async () => {
    const [giver, taker] = [member(fresh()), performer(fresh())];
    await give(giver, 250);
    const moved = await act({ key: `t${fresh()}`, from: giver, to: taker, amount: 100 });
    expect(moved).toMatchObject({ created: true, balance: 150 });
    expect(await balance(giver)).toBe(150);
    expect(await balance(taker)).toBe(100);
  });

  it('refuses an amount above the balance and writes nothing', async () => {
    const [giver, taker] = [member(fresh()), performer(fresh())];
    await give(giver, 99);
    const key = `t${fresh()}`;
    expect(await outcome(act({ key, from: giver, to: taker }))).toBe('badRequest.invalid.payment');
    expect(await balance(giver)).toBe(99);
    expect(await balance(taker)).toBe(0);
    await give(giver, 1);
    expect(await outcome(act({ key, from: giver, to: taker }))).toBe('moved');
  });

  it('returns the first result for a repeated key, even if the balance is now too low', async () => {
    const [giver, taker] = [member(fresh()), performer(fresh())];
    await give(giver, 100);
    const key = `t${fresh()}`;
    const first = await act({ key, from: giver, to: taker });
    const again = await act({ key, from: giver, to: taker });
    expect(again).toEqual({ ...first, created: false });
    expect(await balance(giver)).toBe(0);
  });

  it.each([
    ['amount', { amount: 99 }],
    ['kind', { kind: 'minute' }],
    ['receiver', { to: performer(999_999) }],
    ['giver', { from: sales }],
  ] satisfies [string, Partial<PlainRequest>][])('refuses a known key for another %s', async (_, change) => {
    const [giver, taker] = [member(fresh()), performer(fresh())];
    await give(giver, 1000);
    const key = `t${fresh()}`;
    await act({ key, from: giver, to: taker });
    const other = act({ key, from: giver, to: taker, ...change });
    expect(await outcome(other)).toBe('badRequest.idempotency.conflict');
    expect(await balance(giver)).toBe(900);
  });

  it.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'moves no %d credits',
    async (amount) => {
      await expect(act({ key: `t${fresh()}`, from: sales, to: member(fresh()), amount })).rejects.toThrow(
        RangeError,
      );
    },
  );

  it('is rolled back with its transaction', async () => {
    const giver = member(fresh());
    const undone = db().transaction(async (tx) => {
      const movement = { key: `t${fresh()}`, kind: 'purchase', amount: 5, reference: 'test', at } as const;
      await transfer(tx, { ...movement, from: sales, to: giver });
      throw new Error('the reason could not be written');
    });
    await expect(undone).rejects.toThrow('the reason could not be written');
    expect(await balance(giver)).toBe(0);
  });

  it('books exactly as many of a hundred concurrent spends as fit', async () => {
    const [giver, taker] = [member(fresh()), performer(fresh())];
    await give(giver, 1050);
    const name = fresh();
    const spends = Array.from({ length: 100 }, (_, i) =>
      outcome(act({ key: `race${name}:${i}`, from: giver, to: taker }, i)),
    );
    const outcomes = await Promise.all(spends);
    expect(outcomes.filter((one) => one === 'moved')).toHaveLength(10);
    expect(outcomes.filter((one) => one === 'badRequest.invalid.payment')).toHaveLength(90);
    expect(await balance(giver)).toBe(50);
    expect(await balance(taker)).toBe(1000);
  });

  it('moves once when the same key is used concurrently', async () => {
    const [giver, taker] = [member(fresh()), performer(fresh())];
    await give(giver, 1000);
    const key = `same${fresh()}`;
    const tries = Array.from({ length: 40 }, (_, i) => outcome(act({ key, from: giver, to: taker }, i)));
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((one) => one === 'moved')).toHaveLength(1);
    expect(outcomes.filter((one) => one === 'repeated')).toHaveLength(39);
    expect(await balance(giver)).toBe(900);
  });

  it('never deadlocks when many pay each other both ways, also with new accounts', async () => {
    const crowd = Array.from({ length: 8 }, () => [member(fresh()), performer(fresh())] as const);
    const all = crowd.flat();
    await Promise.all(crowd.map(([one]) => give(one, 10_000)));
    const moves = Array.from({ length: 200 }, (_, i) => {
      const [from, to] = [all[i % 16], all[(i * 7 + 3) % 16]] as [Account, Account];
      if (from === to) return 'moved';
      return outcome(act({ key: `ring${fresh()}`, from, to, amount: 10 }, i));
    });
    const outcomes = await Promise.all(moves);
    expect(new Set(outcomes)).toEqual(new Set(['moved', 'badRequest.invalid.payment']));
    const sum = (await Promise.all(all.map(balance))).reduce((a, b) => a + b, 0);
    expect(sum).toBe(80_000);
  });

  it('lets a performer spend recent income, and no credit more', async () => {
    const [giver, taker] = [member(fresh()), performer(fresh())];
    await give(giver, 300);
    await act({ key: `t${fresh()}`, from: giver, to: taker, amount: 200 });
    await act({ key: `t${fresh()}`, from: giver, to: taker, amount: 100 });
    const back = { kind: 'stall-credit', from: taker, to: giver } as const;
    expect(await outcome(act({ ...back, key: `t${fresh()}`, amount: 301 }))).toBe(
      'badRequest.invalid.payment',
    );
    const moved = await act({ ...back, key: `t${fresh()}`, amount: 300 });
    expect(moved).toMatchObject({ balance: 300 });
  });

  it('counts income once, however often it is summed up meanwhile', async () => {
    const [giver, taker] = [member(fresh()), performer(fresh())];
    await give(giver, 5000);
    const tips = Array.from({ length: 50 }, (_, i) =>
      act({ key: `sum${fresh()}`, from: giver, to: taker, amount: 100 }, i),
    );
    const sums = Array.from({ length: 20 }, (_, i) => sumUp({ db: db(i) }));
    await Promise.all([...tips, ...sums]);
    expect(await balance(taker)).toBe(5000);
    await sumUp({ db: db() });
    const isTaker = and(eq(accounts.kind, 'performer'), eq(accounts.owner, `${taker.owner}`));
    expect(await db().select({ balance: accounts.balance }).from(accounts).where(isTaker)).toEqual([
      { balance: 5000 },
    ]);
  });

  if (concurrent)
    it('tips a performer whose account is locked without waiting', async () => {
      const [giver, taker] = [member(fresh()), performer(fresh())];
      await give(giver, 200);
      await act({ key: `t${fresh()}`, from: giver, to: taker });
      await db().transaction(async (tx) => {
        await tx.execute(sql`select from account where kind = 'performer' for no key update`);
        expect(await outcome(act({ key: `t${fresh()}`, from: giver, to: taker }, 1))).toBe('moved');
      });
      expect(await balance(taker)).toBe(200);
    });

  describe('the database itself refuses', () => {
    const resultOf = (statement: string): Promise<string> =>
      db()
        .transaction(async (tx) => {
          await tx.execute(sql.raw(statement));
          return 'done';
        })
        .catch((error: unknown) => String((error as Error).cause ?? error));

    it.each([
      [
        'a member below zero',
        "update account set balance = -1 where kind = 'member'",
        'account_not_negative',
      ],
      ['a changed transfer', 'update transfer set amount = amount + 1', 'append only'],
      ['a removed transfer', 'delete from transfer', 'append only'],
      ['a changed entry', 'update entry set amount = amount + 1', 'append only'],
      ['a removed entry', 'delete from entry', 'append only'],
      ['emptied books', 'truncate entry', 'append only'],
      [
        'a transfer without entries',
        `insert into transfer (idempotency_key, kind, reference, amount, from_account, to_account, created_at)
         select 'bare', 'tip', 'x', 1, min(id), max(id), now() from account`,
        'exactly the two entries',
      ],
    ])('%s', async (_, statement, refusal) => {
      await give(member(fresh()), 1);
      expect(await resultOf(statement)).toContain(refusal);
    });
  });

  it('leaves the books balanced', async () => {
    expect(await findViolations(db(), [wrongPayments])).toEqual([]);
  });
});
