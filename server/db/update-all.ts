import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#server/ports/database.ts';

/** A table whose rows have an `id`. */
type Identified = PgTable & { id: PgColumn; $inferSelect: { id: string | number } };

/** A row, or some of its columns. */
type Part<Row extends { id: unknown }> = Partial<Row> & Pick<Row, 'id'>;

/** As it is stored, and as it is to be. */
export interface Change<Row> {
  before: Row;
  after: Row;
}

/**
 * Writes what changed of rows that are there, in one statement. The caller has locked them. Nothing can be changed to null: the
 * statement takes that for unchanged.
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
      if (is === null) throw new Error(`${column.name} cannot be emptied with others`);
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
