import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDb } from '#server/db/opening/open.ts';
import { databaseKinds, type SuiteDatabase } from '#server/testing/databases.ts';
import { openTestDb } from '#server/testing/open-test-db.ts';
import { type Account, balanceOf, sumUp, transfer, transferUpTo } from './transfer.ts';

const at = new Date('2026-11-20T12:00:00Z');
let owners = 0;

describe.each(databaseKinds())('transferUpTo on $name', ({ concurrent, create }) => {
  let suite: SuiteDatabase;
  let open: OpenDb;
  beforeAll(async () => {
    suite = await create();
    open = await openTestDb(suite.url);
  });
  afterAll(async () => {
    await open.close();
    await suite.drop();
  });

  const someone = <Kind extends 'member' | 'performer'>(kind: Kind) => {
    owners += 1;
    return { kind, owner: owners };
  };
  const give = (to: Account, amount: number) =>
    open.db.transaction((tx) =>
      transfer(tx, {
        key: crypto.randomUUID(),
        kind: 'opening',
        reference: 'test',
        at,
        from: { kind: 'house', owner: 'opening' },
        to,
        amount,
      }),
    );
  const take = (
    from: Exclude<Account, { kind: 'house' }>,
    amount: number,
    key: string = crypto.randomUUID(),
  ) =>
    open.db.transaction((tx) =>
      transferUpTo(tx, {
        key,
        kind: 'refund',
        reference: 'test',
        at,
        from,
        to: { kind: 'house', owner: 'sales' },
        amount,
      }),
    );

  /** Number of transactions that wait for another one. */
  const waiting = async () => {
    const answer = await open.db.execute(sql`select count(*)::int as count
      from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    return (answer as unknown as { rows: { count: number }[] }).rows[0]?.count;
  };

  it.each(['member', 'performer'] as const)(
    'takes the requested amount from a %s, or the whole balance',
    async (kind) => {
      const owner = someone(kind);
      await give(owner, 500);
      expect(await take(owner, 300)).toMatchObject({ amount: 300, balance: 200 });
      expect(await take(owner, 300)).toMatchObject({ amount: 200, balance: 0 });
      expect(await take(owner, 300)).toBeNull();
    },
  );

  it('does not deadlock with a transaction that waits for it, after crediting in the same one', async () => {
    const anna = someone('member');
    await give(anna, 500);
    let taken: Promise<unknown> = Promise.resolve();
    const bought = open.db.transaction(async (tx) => {
      const sales = { kind: 'house', owner: 'sales' } as const;
      const plain = { kind: 'purchase', amount: 100, reference: 'test', at } as const;
      await transfer(tx, { ...plain, key: crypto.randomUUID(), from: sales, to: anna });
      taken = take(anna, 300);
      // The other one waits for the member's account; on PGlite it has not begun.
      if (concurrent) await expect.poll(waiting).toBe(1);
      return transferUpTo(tx, { ...plain, key: crypto.randomUUID(), from: anna, to: sales });
    });
    await expect(bought).resolves.toMatchObject({ amount: 100, balance: 500 });
    await expect(taken).resolves.toMatchObject({ amount: 300, balance: 200 });
  });

  it('counts recent income of a performer, summed up or not', async () => {
    const vera = someone('performer');
    await give(vera, 100);
    await sumUp(open);
    await give(vera, 50);
    expect(await take(vera, 1000)).toMatchObject({ amount: 150 });
    await sumUp(open);
    expect(await balanceOf(open.db, vera)).toBe(0);
  });

  it('takes nothing from an account that never existed', async () => {
    expect(await take(someone('member'), 10)).toBeNull();
  });

  it('takes the balance once when several ask at the same time', async () => {
    const anna = someone('member');
    await give(anna, 500);
    const taken = await Promise.all(Array.from({ length: 6 }, () => take(anna, 200)));
    expect(taken.reduce((sum, one) => sum + (one?.amount ?? 0), 0)).toBe(500);
  });

  it('returns the earlier result for a repeated key, and refuses one that moved something else', async () => {
    const anna = someone('member');
    await give(anna, 500);
    const key = crypto.randomUUID();
    expect(await take(anna, 200, key)).toMatchObject({ amount: 200, created: true });
    expect(await take(anna, 200, key)).toMatchObject({ amount: 200, created: false });
    await expect(take(anna, 250, key)).rejects.toThrow('badRequest.idempotency.conflict');
    expect(await balanceOf(open.db, anna)).toBe(300);
  });
});
