import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import { integer, type PgColumn, type PgTable, pgTable, text } from 'drizzle-orm/pg-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseKinds } from '#server/testing/databases.ts';
import { openTestDb } from '#server/testing/open-test-db.ts';
import { allTables } from '#server/testing/rules/declarations.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bigInt, moment } from './columns.ts';
import type { OpenDb } from './opening/open.ts';
import { insertAll, updateKnown } from './write-all.ts';

type Identified = Parameters<typeof updateKnown>[1];

const hasId = (table: PgTable): table is Identified => Object.hasOwn(getTableColumns(table), 'id');
const withId = (await allTables()).map(({ table }) => table).filter(hasId);

/** An id that no row has. */
const unknownId = (column: PgColumn): string | number => {
  if (column.dataType === 'number') return 0;
  return column.getSQLType() === 'uuid' ? crypto.randomUUID() : 'nobody';
};

describe('updateKnown without a change', () => {
  const server = startTestApp();

  it.each(withId.map((table) => ({ name: getTableName(table), table })))(
    'is a statement that the database accepts for $name',
    async ({ table }) => {
      const row = { id: unknownId(table.id) };
      const update = server.deps.db.transaction((tx) =>
        updateKnown(tx, table, [{ before: row, after: row, version: '1' }]),
      );
      expect(await update).toBe(false);
    },
  );
});

const notes = pgTable('inserted_note', {
  id: bigInt().primaryKey().generatedAlwaysAsIdentity(),
  pages: integer().notNull(),
  body: text(),
  writtenAt: moment('written_at').notNull(),
});
const at = new Date('2026-03-01T12:00:00.123Z');

describe.each(databaseKinds())('rows inserted together, on $name,', ({ create }) => {
  let drop: () => Promise<void>;
  let open: OpenDb;
  beforeEach(async () => {
    const database = await create();
    drop = database.drop;
    open = await openTestDb(database.url);
    await open.db.execute(sql`create table inserted_note (
      id bigint primary key generated always as identity, pages int not null, body text, written_at timestamptz not null)`);
  });
  afterEach(async () => {
    await open.db.execute(sql`drop table inserted_note`);
    await open.close();
    await drop();
  });
  const insert = (rows: Parameters<typeof insertAll<typeof notes>>[2]) =>
    open.db.transaction((tx) => insertAll(tx, notes, rows));

  it('get ids in their order and keep every value, nulls and quotes included', async () => {
    const bodies = ['{a,"b"}', null, "it's \\ here", '', 'NULL'];
    const rows = bodies.map((body, place) => ({ pages: 9 - place, body, writtenAt: at }));
    const ids = await insert(rows);
    const stored = await open.db.select().from(notes).orderBy(notes.id);
    expect(stored).toEqual(rows.map((row, place) => ({ ...row, id: ids[place] })));
  });

  it('may be none', async () => {
    expect(await insert([])).toEqual([]);
  });

  it('are all refused with one of them', async () => {
    const wrong = { pages: null as unknown as number, body: 'b', writtenAt: at };
    await expect(insert([{ pages: 1, body: 'a', writtenAt: at }, wrong])).rejects.toThrow();
    expect(await open.db.select().from(notes)).toEqual([]);
  });
});
