import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationsFolder } from '#server/db/opening/require-upgradable.ts';
import { readEntries } from '#server/db/opening/testing.ts';

const UPGRADE = '0033_free-credits';

/** Transfers as before the upgrade: key, kind, amount, from and to. */
const booked = [
  // Anna: welcome, purchase, a tip of both, a minute that is given back in part, goodwill, and a refund.
  ['a1', 'welcome', 250, 'house:welcome', 'member:1'],
  ['a2', 'purchase', 300, 'house:sales', 'member:1'],
  ['a3', 'tip', 220, 'member:1', 'performer:1'],
  ['a4', 'minute', 60, 'member:1', 'performer:1'],
  ['a5', 'minute-return', 50, 'performer:1', 'member:1'],
  ['a6', 'goodwill', 40, 'house:goodwill', 'member:1'],
  ['a7', 'tip', 45, 'member:1', 'performer:1'],
  ['a8', 'refund', 100, 'member:1', 'house:sales'],
  // Bram: a refund took more than he had bought. Carla: a return without a trace of its spend.
  ['b1', 'welcome', 250, 'house:welcome', 'member:2'],
  ['b2', 'purchase', 100, 'house:sales', 'member:2'],
  ['b3', 'chargeback', 120, 'member:2', 'house:sales'],
  ['c1', 'opening', 100, 'house:opening', 'member:3'],
  ['c2', 'welcome', 250, 'house:welcome', 'member:3'],
  ['c3', 'message', 60, 'member:3', 'performer:1'],
  ['c4', 'stall-credit', 10, 'performer:1', 'member:3'],
  ['d1', 'purchase', 100, 'house:sales', 'member:4'],
] as const;

let db: PGlite;
beforeAll(async () => {
  db = await PGlite.create();
  const files = (await readEntries()).map(({ tag }) => tag).filter((tag) => tag < UPGRADE);
  for (const tag of files) await db.exec(await sqlOf(tag));
  for (const [key, kind, amount, from, to] of booked)
    await db.query('select move_credits($1, $2, $3, $4, $5, $6, $7, $8, now())', [
      key,
      kind,
      'test',
      amount,
      ...from.split(':'),
      ...to.split(':'),
    ]);
  await db.exec(`set session_replication_role = replica;
    insert into chat_minute (member_id, performer_id, mode, bought_in, number, session_id, price, bought_at, state,
        settled_at, transfer_id, return_transfer_id, returned)
      select 1, 1, 'chat', 's', 1, 's', 60, now(), 'settled', now(), spend.id, back.id, 50
        from transfer spend, transfer back where spend.idempotency_key = 'a4' and back.idempotency_key = 'a5';
    set session_replication_role = origin`);
  // In one transaction, as the migrator does.
  await db.exec(`begin; ${await sqlOf(UPGRADE)}; commit`);
}, 120_000);
afterAll(() => db.close());

const sqlOf = (tag: string) => readFile(join(migrationsFolder, `${tag}.sql`), 'utf8');

const rowsOf = async (query: string) => (await db.query<unknown[]>(query, [], { rowMode: 'array' })).rows;

it('splits the balances of members by their history', async () => {
  expect(
    await rowsOf(`select owner, balance, free from account where kind = 'member' order by owner`),
  ).toEqual([
    ['1', 215, 15],
    ['2', 230, 230],
    ['3', 300, 190],
    ['4', 100, 0],
  ]);
});

it('says of each transfer how much was free', async () => {
  const free = `select idempotency_key, free from transfer where free > 0 order by 1`;
  expect(await rowsOf(free)).toEqual([
    ['a1', 250],
    ['a3', 220],
    ['a4', 30],
    ['a5', 20],
    ['a6', 40],
    ['a7', 45],
    ['b1', 250],
    ['b3', 20],
    ['c2', 250],
    ['c3', 60],
  ]);
});

it('keeps the books append only', async () => {
  await expect(db.query('update transfer set free = 0')).rejects.toThrow('append only');
});
