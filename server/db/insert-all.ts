import { getTableColumns, type InferInsertModel, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Tx } from '#server/ports/database.ts';

type Numbered = PgTable & { id: PgColumn; $inferSelect: { id: number } };

/**
 * Inserts rows in the order given and returns their ids. All rows have the same fields. A column is one parameter, of
 * which a statement may have 65,535, so any number of rows fits.
 */
export async function insertAll<Table extends Numbered>(
  tx: Tx,
  table: Table,
  rows: readonly InferInsertModel<Table>[],
): Promise<number[]> {
  const [first] = rows;
  if (!first) return [];
  const columns = Object.entries(getTableColumns(table) as Record<string, PgColumn>).filter(([name]) =>
    Object.hasOwn(first, name),
  );
  const fieldOf = (row: object, name: string, column: PgColumn): unknown => {
    const value = (row as Readonly<Record<string, unknown>>)[name] ?? null;
    return value === null ? null : column.mapToDriverValue(value);
  };
  const arrays = columns.map(
    ([name, column]) =>
      sql`${sql.param(rows.map((row) => fieldOf(row, name, column)))}::${sql.raw(column.getSQLType())}[]`,
  );
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  const answer = await tx.execute(
    sql`insert into ${table} (${names})
      select ${names} from unnest(${sql.join(arrays, sql`, `)}) with ordinality as given (${names}, place)
      order by given.place returning ${table.id} as id`,
  );
  const ids = idsSchema.parse(answer).rows.map(({ id }) => id);
  if (ids.length !== rows.length) throw new Error(`Inserted ${ids.length} of ${rows.length} rows`);
  return ids;
}

const idsSchema = z.object({ rows: z.array(z.object({ id: z.coerce.number() })) });
