import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#server/ports/database.ts';

/** A table whose rows have an `id`. */
type Identified = PgTable & { id: PgColumn; $inferSelect: { id: string | number } };
type Row<Table extends Identified> = Table['$inferSelect'];

/** Writes these columns of rows that are there, in one statement. */
export async function updateAll<Table extends Identified>(
  tx: Tx,
  table: Table,
  rows: readonly Row<Table>[],
  written: readonly Exclude<keyof Row<Table> & string, 'id'>[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = getTableColumns(table) as Record<string, PgColumn>;
  const of = (name: string): PgColumn => {
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
    if (!column) throw new Error(`there is no column ${name}`);
    return column;
  };
  const values = rows.map((row: Row<Table>) =>
    Object.fromEntries(
      ['id', ...written].map((name) => [of(name).name, driverValue(of(name), row[name as 'id'])]),
    ),
  );
  const types = joined(
    ['id', ...written],
    (name) => sql`${sql.identifier(of(name).name)} ${sql.raw(of(name).getSQLType())}`,
  );
  const changes = joined(written, (name) => {
    const column = sql.identifier(of(name).name);
    return sql`${column} = given.${column}`;
  });
  await tx.execute(sql`update ${table} set ${changes} from json_to_recordset(${JSON.stringify(values)}::json) as given (${types})
    where ${table.id} = given.id`);
}

const driverValue = (column: PgColumn, value: unknown): unknown =>
  value === null ? null : column.mapToDriverValue(value);

const joined = (names: readonly string[], part: (name: string) => SQL): SQL =>
  sql.join(names.map(part), sql`, `);
