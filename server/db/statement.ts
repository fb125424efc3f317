import { getTableColumns, is, type Query, SQL, sql } from 'drizzle-orm';
import { PgColumn, PgTable, type SelectedFieldsOrdered } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { z } from 'zod';
import type { Db } from '#server/ports/database.ts';

/** A database or transaction that can run a statement. */
export type Runs = Pick<Db, '_'>;

/** Only builds statements; has no connection. */
const builder = drizzle(() => Promise.reject(new Error('The statement builder has no connection')));

export type StatementBuilder = typeof builder;

/** Takes the values of its placeholders by name. */
export type Statement<Values, Row> = (db: Runs, values: Values) => Promise<Row[]>;

/**
 * A statement built once and planned once per connection, for frequent acts. Placeholders take driver values (moments
 * as ISO text); `row` parses database columns. `name`: unique, at most 63 characters.
 */
export function statement<Values extends Record<string, unknown>, Row>(
  name: string,
  row: z.ZodType<Row>,
  build: (db: StatementBuilder) => { toSQL(): Query },
): Statement<Values, Row> {
  const query = build(builder).toSQL();
  const answer = z.object({ rows: z.array(row) });
  return async (db, values) => {
    const prepared = db._.session.prepareQuery(query, undefined, name, false);
    return answer.parse(await prepared.execute(values)).rows;
  };
}

type Values = Record<string, unknown>;

/** A select query, as typed by Drizzle's builder. */
interface Selecting<Row> {
  toSQL(): Query;
  readonly _: { readonly selectedFields: object; readonly result: Row[] };
}

/** Like `statement` for a select query: its rows are typed and mapped by Drizzle. */
export function selectStatement<Row>(
  name: string,
  build: (db: StatementBuilder) => Selecting<Row>,
): Statement<Values, Row> {
  const built = build(builder);
  const query = built.toSQL();
  const fields = inOrder(built._.selectedFields);
  return async (db, values) => {
    const prepared = db._.session.prepareQuery<{ execute: Row[]; all: unknown; values: unknown }>(
      query,
      fields,
      name,
      true,
    );
    return prepared.execute(values);
  };
}

/** The selected fields in the order of the query, with nested objects flattened. */
const inOrder = (selected: object, path: string[] = []): SelectedFieldsOrdered =>
  Object.entries(selected).flatMap(([name, field]): SelectedFieldsOrdered => {
    const at = [...path, name];
    if (is(field, PgColumn) || is(field, SQL) || is(field, SQL.Aliased)) return [{ path: at, field }];
    return inOrder(is(field, PgTable) ? getTableColumns(field) : field, at);
  });

/** A full row of a table, without defaults. */
export type WholeRow<Table extends PgTable> = Required<Table['$inferInsert']>;

/** A placeholder for every column, except that generated ids keep the column's generator. */
export const placeholdersOf = <Table extends PgTable>(table: Table): Table['$inferInsert'] =>
  Object.fromEntries(
    Object.entries(getTableColumns(table))
      .filter(([, column]) => column.generatedIdentity === undefined)
      .map(([name]) => [name, sql.placeholder(name)]),
  ) as Table['$inferInsert'];

/** A statement that inserts a row. */
export function insertStatement<Table extends PgTable>(
  name: string,
  table: Table,
): (db: Runs, row: WholeRow<Table>) => Promise<void> {
  const run = statement(name, z.unknown(), (db) => db.insert(table).values(placeholdersOf(table)));
  return async (db, row) => {
    await run(db, row);
  };
}
