import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * Drizzle's `eq`, `ne`, `inArray` and `notInArray` with values written into the statement. For statements of
 * `statement.ts`: a plan kept for all values of a parameter cannot use a partial index.
 */
export const eqFixed = <Column extends PgColumn>(column: Column, value: Column['_']['data']): SQL =>
  sql`${column} = ${written(column, value)}`;

export const neFixed = <Column extends PgColumn>(column: Column, value: Column['_']['data']): SQL =>
  sql`${column} <> ${written(column, value)}`;

export const inFixed = <Column extends PgColumn>(
  column: Column,
  values: readonly Column['_']['data'][],
): SQL => (values.length > 0 ? sql`${column} in (${list(column, values)})` : sql`false`);

export const notInFixed = <Column extends PgColumn>(
  column: Column,
  values: readonly Column['_']['data'][],
): SQL => sql`${column} not in (${list(column, values)})`;

const list = (column: PgColumn, values: readonly unknown[]): SQL =>
  sql.join(
    values.map((value) => written(column, value)),
    sql`, `,
  );

/** Throws for anything that could come from outside. */
function written(column: PgColumn, value: unknown): SQL {
  if (Number.isSafeInteger(value)) return sql.raw(String(value));
  if (typeof value !== 'string' || !/^[\w.-]+$/.test(value))
    throw new TypeError(`The value for ${column.name} must be a plain word or a whole number`);
  return sql.raw(`'${value}'`);
}
