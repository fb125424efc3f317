import { sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDb } from '#server/db/open.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { openTestDb } from '#server/testing/open-test-db.ts';
import { bigInt, moment } from './columns.ts';
import { insertAll } from './insert-all.ts';

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
