import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#server/ports/database.ts';

/** A table whose rows have an `id`. */
type Identified = PgTable & { id: PgColumn; $inferSelect: { id: string | number } };

/** A row, or some of its columns. */
type Part<Row extends { id: unknown }> = Partial<Row> & Pick<Row, 'id'>;

/** A row as stored, and as it should become. */
export interface Change<Row> {
  before: Row;
  after: Row;
}

/**
 * Writes the changed columns of existing rows in one statement. The caller has locked the rows. A column can't be set
 * to null: null means unchanged.
 */
export async function updateAll<Table extends Identified>(
  tx: Tx,
  table: Table,
  changes: readonly Change<Part<Table['$inferSelect']>>[],
): Promise<void> {
  const columns = Object.entries(getTableColumns(table) as Record<string, PgColumn>);
  const changed = new Set<PgColumn>([table.id]);
  const rows: Record<string, unknown>[] = [];
  for (const { before, after } of changes) {
    const row: Record<string, unknown> = {};
    for (const [name, column] of columns) {
      if (!Object.hasOwn(after, name)) continue;
      const [was, is] = [fieldOf(before, name), fieldOf(after, name)];
      if (isSame(was, is)) continue;
      if (is === null) throw new Error(`updateAll cannot set column ${column.name} to null`);
      row[column.name] = column.mapToDriverValue(is);
      changed.add(column);
    }
    if (Object.keys(row).length > 0) rows.push({ ...row, id: after.id });
  }
  if (rows.length === 0) return;
  const list = [...changed];
  const written = list.filter((column) => column !== table.id);
  const type = (column: PgColumn) => sql`${nameOf(column)} ${sql.raw(column.getSQLType())}`;
  const set = (column: PgColumn) => sql`${nameOf(column)} = coalesce(given.${nameOf(column)}, ${column})`;
  await tx.execute(sql`update ${table} set ${joined(written, set)}
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (${joined(list, type)})
    where ${table.id} = given.id`);
}

const fieldOf = (row: object, name: string): unknown => (row as Readonly<Record<string, unknown>>)[name];

const isSame = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;

const nameOf = (column: PgColumn) => sql.identifier(column.name);

const joined = (columns: readonly PgColumn[], part: (column: PgColumn) => SQL): SQL =>
  sql.join(columns.map(part), sql`, `);
