import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDb } from '#server/db/opening/open.ts';
import { openTestDb } from '#server/testing/open-test-db.ts';
import { allTables } from './declarations.ts';

let open: OpenDb;
beforeAll(async () => {
  open = await openTestDb();
});
afterAll(() => open.close());

const tables = (await allTables()).map(({ table }) => table);

/** Rows of a query; both drivers return them in the same form. */
async function rowsOf<Row>(query: ReturnType<typeof sql>): Promise<Row[]> {
  return ((await open.db.execute(query)) as unknown as { rows: Row[] }).rows;
}

describe('the tables in code and the migrations', () => {
  it.each(tables.map((table) => [getTableName(table), table] as const))(
    '%s has the same columns, with the same word on null',
    async (name, table) => {
      const rows = await rowsOf<{ column_name: string; is_nullable: string }>(
        sql`select column_name, is_nullable from information_schema.columns where table_schema = 'public' and table_name = ${name}`,
      );
      const written = rows.map(
        (row) => `${row.column_name} ${row.is_nullable === 'NO' ? 'not null' : 'null'}`,
      );
      const declared = Object.values(getTableColumns(table)).map(
        (column) => `${column.name} ${column.notNull ? 'not null' : 'null'}`,
      );
      expect(declared.sort()).toEqual(written.sort());
    },
  );

  it('include every table', async () => {
    const rows = await rowsOf<{ table_name: string }>(
      sql`select table_name from information_schema.tables where table_schema = 'public'`,
    );
    expect(rows.map((row) => row.table_name).sort()).toEqual(tables.map(getTableName).sort());
  });
});

describe('the database itself refuses', () => {
  const refused = async (query: ReturnType<typeof sql>, constraint: RegExp): Promise<void> => {
    const error = await open.db.execute(query).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(`${error} ${error instanceof Error ? error.cause : ''}`).toMatch(constraint);
  };

  it('a performer under eighteen', () =>
    refused(
      sql`insert into performer (username, username_folded, date_of_birth, gender)
          values ('Jong', 'jong', current_date - interval '17 years 364 days', 'female')`,
      /performer_adult/,
    ));

  it('P3.3 a status with an invalid combination of bits', () =>
    refused(
      sql`insert into performer (username, username_folded, date_of_birth, gender, online_status)
          values ('Mila', 'mila', '1990-01-01', 'female', 2)`,
      /online_status/,
    ));

  it('a balance below zero, except of the house', async () => {
    await refused(
      sql`insert into account (kind, owner, balance) values ('member', '1', -1)`,
      /account_not_negative/,
    );
    await open.db.execute(sql`insert into account (kind, owner, balance) values ('house', 'test', -1)`);
  });

  it('a transfer without its two entries', () =>
    refused(
      sql`do $$ declare a integer; b integer; begin
            insert into account (kind, owner) values ('member', '8') returning id into a;
            insert into account (kind, owner) values ('member', '9') returning id into b;
            insert into transfer (idempotency_key, kind, reference, amount, from_account, to_account, created_at)
              values ('k', 'tip', 'x', 5, a, b, now());
          end $$`,
      /not carried by exactly the two entries/,
    ));

  it('a change to a booking', () =>
    refused(
      sql`do $$ declare a integer; b integer; t bigint; begin
            insert into account (kind, owner) values ('member', '21') returning id into a;
            insert into account (kind, owner) values ('member', '22') returning id into b;
            insert into transfer (idempotency_key, kind, reference, amount, from_account, to_account, created_at)
              values ('k2', 'tip', 'x', 5, a, b, now()) returning id into t;
            insert into entry (transfer_id, account_id, amount, balance_after) values (t, a, -5, 0), (t, b, 5, 5);
            update entry set amount = 6 where transfer_id = t and amount = 5;
          end $$`,
      /append only/,
    ));
});
