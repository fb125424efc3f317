import { PGlite } from '@electric-sql/pglite';
import { afterAll, expect, it } from 'vitest';
import { isReading, keepTidy } from './open-pglite.ts';

it('treats selects as reads and everything else as writes', () => {
  expect(isReading('select "id" from "member" where "id" = $1')).toBe(true);
  expect(isReading('insert into "member" values ($1)')).toBe(false);
});

const client = await PGlite.create();
afterAll(() => client.close());

async function pages(table: string): Promise<number> {
  const { rows } = await client.query<{ pages: number }>(
    `select (pg_relation_size('${table}') / 8192)::int as pages`,
  );
  return rows[0]?.pages ?? 0;
}

/** Changes an indexed column of every row, so that each change needs a new row and a new index entry. */
async function changeAll(): Promise<void> {
  await client.query('update "visit" set seen = seen + 1');
  // The counters are published when the session is idle, at most once per second.
  await client.query('select pg_stat_force_next_flush()');
}

it('reuses the room of outdated rows, and leaves tables alone that did not change', async () => {
  await client.exec(`create table visit (id int primary key, seen int); create index on visit (seen);
    create table quiet (id int primary key); insert into visit select i, 0 from generate_series(1, 1000) i;`);
  await changeAll();
  expect(await keepTidy(client)).toEqual(['visit']);
  const before = await pages('visit');
  for (let round = 0; round < 20; round += 1) {
    await changeAll();
    await keepTidy(client);
  }
  expect(await pages('visit')).toBeLessThanOrEqual(before + 2);
  expect(await keepTidy(client)).toEqual([]);
});
