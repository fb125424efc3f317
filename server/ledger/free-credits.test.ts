import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { labelOf } from '#contract/errors.ts';
import type { OpenDb } from '#server/db/opening/open.ts';
import { databaseKinds, type SuiteDatabase } from '#server/testing/databases.ts';
import { openTestDb } from '#server/testing/open-test-db.ts';
import { findViolations } from './check-books.ts';
import { earningsIn } from './earnings.ts';
import { accounts, transfers } from './tables.ts';
import {
  type Account,
  balanceOf,
  freeCreditsOf,
  sumUp,
  type TransferRequest,
  transfer,
  transferUpTo,
} from './transfer.ts';

const at = new Date('2026-11-20T12:00:00Z');
const [sales, welcome, goodwill, lapsed] = (['sales', 'welcome', 'goodwill', 'lapsed'] as const).map(
  (owner): Account => ({ kind: 'house', owner }),
) as [Account, Account, Account, Account];

let made = 0;
const next = (): number => {
  made += 1;
  return made;
};

describe.each(databaseKinds())('free credits on $name', ({ create, concurrent }) => {
  let suite: SuiteDatabase;
  let opened: OpenDb[] = [];
  beforeAll(async () => {
    suite = await create();
    const first = await openTestDb(suite.url);
    // Two pools, like two nodes of a cluster.
    opened = concurrent ? [first, await openTestDb(suite.url)] : [first];
  });
  afterAll(async () => {
    for (const { close } of opened) await close();
    await suite.drop();
  });

  const db = (turn = 0) => (opened[turn % opened.length] as OpenDb).db;
  type Wanted<Request> = Request extends TransferRequest ? Omit<Request, 'key' | 'reference' | 'at'> : never;
  const move = (wanted: Wanted<TransferRequest>, turn = 0, key = `free${next()}`) =>
    db(turn).transaction((tx) => transfer(tx, { ...wanted, key, reference: 'session:s', at }));

  interface Pair {
    anna: { kind: 'member'; owner: number };
    vera: { kind: 'performer'; owner: number };
  }
  /** A member with bought and free credits, and a performer. */
  async function aPair(bought: number, free: number): Promise<Pair> {
    const anna = { kind: 'member', owner: next() } as const;
    if (free > 0) await move({ kind: 'welcome', from: welcome, to: anna, amount: free });
    if (bought > 0) await move({ kind: 'purchase', from: sales, to: anna, amount: bought });
    return { anna, vera: { kind: 'performer', owner: next() } };
  }
  const tip = ({ anna, vera }: Pair, amount: number, freeEarns = true, turn = 0) =>
    move({ kind: 'tip', from: anna, to: vera, amount, freeEarns }, turn);
  const giveBack = ({ anna, vera }: Pair, returns: number, amount: number, turn = 0) =>
    move({ kind: 'toy-return', from: vera, to: anna, amount, returns }, turn);
  /** Bought and free credits of the member, and those of the performer. */
  async function stateOf({ anna, vera }: Pair): Promise<number[]> {
    const free = await freeCreditsOf(db(), anna.owner);
    return [(await balanceOf(db(), anna)) - free, free, await balanceOf(db(), vera)];
  }
  const freeOf = async (id: number) =>
    (await db().select().from(transfers).where(eq(transfers.id, id)))[0]?.free;

  it.each([
    { spent: 30, after: [200, 70], part: 30 },
    { spent: 100, after: [200, 0], part: 100 },
    { spent: 101, after: [199, 0], part: 100 },
    { spent: 300, after: [0, 0], part: 100 },
  ])('are spent before bought ones: $spent of 200 bought and 100 free', async ({ spent, after, part }) => {
    const pair = await aPair(200, 100);
    const { transferId } = await tip(pair, spent);
    expect(await freeOf(transferId)).toBe(part);
    expect(await stateOf(pair)).toEqual([...after, spent]);
  });

  it.each([
    // Spent: 100 free and 50 bought. Returned: the bought ones first, because they were spent last.
    { returned: [30], after: [180, 0] },
    { returned: [50], after: [200, 0] },
    { returned: [60], after: [200, 10] },
    { returned: [30, 30], after: [200, 10] },
    { returned: [40, 60, 50], after: [200, 100] },
  ])('are given back as what they were: $returned of 150', async ({ returned, after }) => {
    for (const freeEarns of [true, false]) {
      const pair = await aPair(200, 100);
      const { transferId } = await tip(pair, 150, freeEarns);
      for (const amount of returned) await giveBack(pair, transferId, amount);
      const [bought = 0, free = 0] = after;
      const left = 300 - bought - free;
      expect(await stateOf(pair)).toEqual([...after, freeEarns ? left : Math.max(0, left - (100 - free))]);
    }
  });

  it('are given back to what a spend took, whatever was bought or spent since', async () => {
    const pair = await aPair(0, 100);
    const { transferId } = await tip(pair, 80);
    await move({ kind: 'purchase', from: sales, to: pair.anna, amount: 500 });
    await tip(pair, 120);
    expect(await stateOf(pair)).toEqual([400, 0, 200]);
    await giveBack(pair, transferId, 80);
    expect(await stateOf(pair)).toEqual([400, 80, 120]);
  });

  it('are never given back twice, nor more than was spent', async () => {
    const pair = await aPair(100, 100);
    const { transferId } = await tip(pair, 150);
    await tip(pair, 50);
    const key = `back${next()}`;
    const back = {
      kind: 'toy-return',
      from: pair.vera,
      to: pair.anna,
      amount: 100,
      returns: transferId,
    } as const;
    const first = await move(back, 0, key);
    expect(await move(back, 0, key)).toEqual({ ...first, created: false });
    expect(await giveBack(pair, transferId, 51).catch(labelOf)).toBe('badRequest.invalid.payment');
    await giveBack(pair, transferId, 50);
    expect(await stateOf(pair)).toEqual([50, 100, 50]);
    const strange = await aPair(100, 0);
    await tip(strange, 100);
    await expect(giveBack(strange, transferId, 1)).rejects.toThrow();
  });

  it.each(['refund', 'chargeback'] as const)('are not taken by a %s', async (kind) => {
    const { anna } = await aPair(200, 100);
    const take = (amount: number) =>
      db().transaction((tx) =>
        transferUpTo(tx, { key: `take${next()}`, kind, from: anna, to: sales, amount, reference: 'x', at }),
      );
    const whole = { kind, from: anna, to: sales, amount: 201 };
    expect(await move(whole).catch(labelOf)).toBe('badRequest.invalid.payment');
    expect(await take(300)).toMatchObject({ amount: 200, balance: 100 });
    expect(await take(300)).toBeNull();
    expect(await freeCreditsOf(db(), anna.owner)).toBe(100);
  });

  it('come from an operator too, and pay debts and lapse first', async () => {
    const pair = await aPair(100, 0);
    const { anna } = pair;
    await move({ kind: 'goodwill', from: goodwill, to: anna, amount: 50 });
    await move({ kind: 'debt', from: anna, to: sales, amount: 20 });
    expect(await stateOf(pair)).toEqual([100, 30, 0]);
    const { transferId } = await move({ kind: 'lapse', from: anna, to: lapsed, amount: 130 });
    expect([await freeOf(transferId), ...(await stateOf(pair))]).toEqual([30, 0, 0, 0]);
  });

  it('are not earned if the operator says so: the house gets them, and her statement says how many', async () => {
    const pair = await aPair(100, 100);
    const { vera } = pair;
    const { transferId } = await tip(pair, 130, false);
    expect(await stateOf(pair)).toEqual([70, 0, 30]);
    // Her balance alone does not cover it: the free part comes back from the house.
    await giveBack(pair, transferId, 60);
    expect(await stateOf(pair)).toEqual([100, 30, 0]);
    const span = { from: new Date(0), to: new Date('2027-01-01') };
    const [statement] = await earningsIn(db(), span, vera.owner);
    expect(statement).toMatchObject({
      earned: 0,
      byKind: { tip: 130, unearned: -100, 'toy-return': -60, 'unearned-return': 30 },
    });
  });

  it('stay exact when tips, minutes, returns and refunds come at once', async () => {
    const pair = await aPair(1000, 500);
    const { anna, vera } = pair;
    const rival: Account = { kind: 'performer', owner: next() };
    const early = await Promise.all(
      Array.from({ length: 4 }, (_, turn) => tip(pair, 100, turn % 2 === 0, turn)),
    );
    const acts = Array.from({ length: 60 }, (_, turn) => {
      switch (turn % 5) {
        case 0:
          return tip(pair, 37, false, turn);
        case 1:
          return move({ kind: 'minute', from: anna, to: rival, amount: 60, freeEarns: false }, turn);
        case 2:
          return giveBack(pair, early[turn % 4]?.transferId ?? 0, 30, turn);
        case 3:
          return move({ kind: 'refund', from: anna, to: sales, amount: 90 }, turn);
        default:
          return sumUp(opened[turn % opened.length] as OpenDb);
      }
    });
    const outcomes = await Promise.all(acts.map((act) => act.then(() => 'done', labelOf)));
    expect(new Set(outcomes)).toEqual(new Set(['done', 'badRequest.invalid.payment']));
    await sumUp(opened[0] as OpenDb);
    const [bought = -1, free = -1] = await stateOf(pair);
    const balances = await Promise.all(
      [vera, rival, { kind: 'house', owner: 'unearned' } as const].map((one) => balanceOf(db(), one)),
    );
    expect(Math.min(bought, free, ...balances)).toBeGreaterThanOrEqual(0);
    expect(await findViolations(db(), [])).toEqual([]);
  });

  it.each([
    ['fewer than none', 'update account set free = -1'],
    ['more than the balance', 'update account set free = balance + 1'],
  ])('are never %s: the database refuses it', async (_, statement) => {
    const { anna } = await aPair(1, 0);
    await expect(
      db().execute(`${statement} where kind = 'member' and owner = '${anna.owner}'`),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining('account_free') } });
  });

  it('are compared with the transfers by the check of the books', async () => {
    const { anna } = await aPair(10, 10);
    await db()
      .update(accounts)
      .set({ free: 9 })
      .where(eq(accounts.owner, `${anna.owner}`));
    expect(await findViolations(db(), [])).toEqual([{ fault: 'free', account: expect.any(Number) }]);
    await db()
      .update(accounts)
      .set({ free: 10 })
      .where(eq(accounts.owner, `${anna.owner}`));
  });
});
