import { eq, sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { OpenDb } from '#server/db/opening/open.ts';
import { openTestDb } from '#server/testing/open-test-db.ts';
import { bigInt, moment } from './columns.ts';
import { insertStatement, selectStatement, statement } from './statement.ts';

const notes = pgTable('statement_note', {
  id: bigInt().primaryKey().generatedAlwaysAsIdentity(),
  pages: integer().notNull(),
  body: text().notNull().default('empty'),
  writtenAt: moment('written_at').notNull(),
});
const at = new Date('2026-03-01T12:00:00Z');

let open: OpenDb;
beforeAll(async () => {
  open = await openTestDb('memory:');
  await open.db.execute(sql`create table statement_note (
    id bigint primary key generated always as identity, pages int not null, body text not null, written_at timestamptz not null)`);
});
afterAll(async () => {
  await open.db.execute(sql`drop table statement_note`);
  await open.close();
});

const insertNote = insertStatement('test-insert', notes);
const selectNotes = selectStatement('test-select', (db) =>
  db
    .select({ note: notes, length: sql<number>`length(${notes.body})`.mapWith(Number) })
    .from(notes)
    .where(eq(notes.pages, sql.placeholder('pages'))),
);
const countNotes = statement('test-count', z.object({ count: z.coerce.bigint() }), (db) =>
  db
    .select({ count: sql`count(*)`.as('count') })
    .from(notes)
    .where(eq(notes.pages, sql.placeholder('pages'))),
);

it("inserts and selects with the table's types, nested like the selection", async () => {
  await insertNote(open.db, { pages: 1, body: 'hello', writtenAt: at });
  expect(await selectNotes(open.db, { pages: 1 })).toEqual([
    { note: { id: expect.any(Number), pages: 1, body: 'hello', writtenAt: at }, length: 5 },
  ]);
  expect(await selectNotes(open.db, { pages: 2 })).toEqual([]);
});

it('returns parsed rows', async () => {
  await insertNote(open.db, { pages: 3, body: '', writtenAt: at });
  expect(await countNotes(open.db, { pages: 3 })).toEqual([{ count: 1n }]);
});

it('runs in the transaction it is given', async () => {
  const rolledBack = open.db.transaction(async (tx) => {
    await insertNote(tx, { pages: 4, body: 'lost', writtenAt: at });
    expect(await selectNotes(tx, { pages: 4 })).toHaveLength(1);
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect(await selectNotes(open.db, { pages: 4 })).toEqual([]);
});

it('throws if a value is missing', async () => {
  await expect(selectNotes(open.db, {})).rejects.toThrow('pages');
});
