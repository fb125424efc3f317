import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { allTables } from '#server/testing/all-tables.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { updateKnown } from './update-all.ts';

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
