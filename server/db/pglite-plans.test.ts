import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { keepPlans } from './pglite-plans.ts';

let client: PGlite;
beforeAll(async () => {
  client = await PGlite.create();
  await client.exec(
    'create table note (id int primary key generated always as identity, pages int, words text[])',
  );
  keepPlans(client);
});
afterAll(() => client.close());
beforeEach(() => client.exec('truncate note restart identity'));

const insert = 'insert into note (pages, words) values ($1, $2) returning id, pages, words';
const select = 'select id, pages from note order by id';

/** Calls into the database that an act makes. */
async function callsOf(act: () => Promise<unknown>): Promise<number> {
  const calls = vi.spyOn(client, 'execProtocolRaw');
  await act();
  const { length } = calls.mock.calls;
  calls.mockRestore();
  return length;
}

it('returns the same results every time, with nulls, arrays and parsed types', async () => {
  for (const id of [1, 2, 3, 4]) {
    const { rows, affectedRows } = await client.query(insert, [id === 2 ? null : id, ['a', 'b, c']]);
    expect(rows).toEqual([{ id, pages: id === 2 ? null : id, words: ['a', 'b, c'] }]);
    expect(affectedRows).toBe(1);
  }
  for (const _ of [1, 2, 3]) {
    const { rows, fields } = await client.query(select, [], { rowMode: 'array' });
    expect(rows).toEqual([
      [1, 1],
      [2, null],
      [3, 3],
      [4, 4],
    ]);
    expect(fields.map(({ name }) => name)).toEqual(['id', 'pages']);
  }
});

it('needs one call for a repeated statement, in and outside a transaction', async () => {
  const text = 'select count(*) from note where pages = $1';
  expect(await callsOf(() => client.query(text, [1]))).toBeGreaterThan(4);
  await client.query(text, [1]);
  expect(await callsOf(() => client.query(text, [1]))).toBe(1);
  await client.transaction(async (tx) => {
    expect(await callsOf(() => tx.query(text, [1]))).toBe(1);
  });
});

it('reports an error and continues', async () => {
  for (const _ of [1, 2, 3]) {
    await expect(client.query(insert, ['many', []])).rejects.toMatchObject({ code: '22P02' });
    await expect(client.query('select nothing from note')).rejects.toMatchObject({ code: '42703' });
  }
  expect((await client.query(insert, [7, []])).rows).toHaveLength(1);
});

it('rolls a transaction back after an error', async () => {
  for (const _ of [1, 2, 3]) {
    const failing = client.transaction(async (tx) => {
      await tx.query(insert, [1, []]);
      await tx.query(insert, ['many', []]);
    });
    await expect(failing).rejects.toMatchObject({ code: '22P02' });
  }
  expect((await client.query(select)).rows).toEqual([]);
});

it('keeps statements of a transaction in their order, and other statements out of it', async () => {
  await client.query(insert, [0, []]);
  const other = client.transaction(async (tx) => {
    await Promise.all([1, 2, 3].map((pages) => tx.query(insert, [pages, []])));
    await tx.query('update note set pages = pages + 10');
  });
  const last = client.query(insert, [4, []]);
  await Promise.all([other, last]);
  const { rows } = await client.query<{ pages: number }>('select pages from note order by id');
  expect(rows.map(({ pages }) => pages)).toEqual([10, 11, 12, 13, 4]);
});

it('refuses a statement after its transaction has ended', async () => {
  let late = (): Promise<unknown> => Promise.resolve();
  for (const _ of [1, 2]) {
    await client.transaction(async (tx) => {
      await tx.query(select);
      late = () => tx.query(select);
    });
  }
  await expect(late()).rejects.toThrow('Transaction is closed');
});

it('forgets the plans of statements that are no longer used', async () => {
  const open = async () =>
    Number(
      (await client.query<{ count: number }>('select count(*) from pg_prepared_statements')).rows[0]?.count,
    );
  for (let number = 0; number < 700; number += 1) {
    const text = `select ${number} as number`;
    for (const _ of [1, 2, 3]) expect((await client.query(text)).rows).toEqual([{ number }]);
  }
  expect(await open()).toBeLessThanOrEqual(301);
});

it('keeps no plan of a very long statement', async () => {
  const text = `values ${Array.from({ length: 3000 }, (_, at) => `(${at})`).join(', ')}`;
  for (const _ of [1, 2, 3]) expect(await callsOf(() => client.query(text))).toBeGreaterThan(4);
});

it('plans again after the table has changed', async () => {
  await client.exec('create table changing (a int); insert into changing values (1)');
  const text = 'select a from changing';
  for (const _ of [1, 2, 3]) await client.query(text);
  await client.exec('alter table changing add b int; create index on changing (a)');
  expect((await client.query(text)).rows).toEqual([{ a: 1 }]);
});

it('refuses a query after it is closed', async () => {
  const own = await PGlite.create();
  keepPlans(own);
  for (const _ of [1, 2]) await own.query('select 1');
  await own.close();
  await expect(own.query('select 1')).rejects.toThrow('PGlite is closed');
});
