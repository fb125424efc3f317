import { getTableColumns, type InferInsertModel, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
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
 * Writes the changed columns of existing rows in one statement; returns the ids of the rows that changed. The caller has
 * locked the rows. A column can't be set to null: null means unchanged.
 */
export async function updateAll<Table extends Identified>(
  tx: Tx,
  table: Table,
  changes: readonly Change<Part<Table['$inferSelect']>>[],
): Promise<Set<string | number>> {
  const found = changes.map((change) => ({ id: change.after.id, columns: changedIn(table, change) }));
  const rows = found.filter(({ columns }) => columns.size > 0);
  if (rows.length > 0) await tx.execute(updateOf(table, rows));
  return new Set(rows.map(({ id }) => id));
}

/** A change of a row that was read in an earlier transaction. */
export interface KnownChange<Row> extends Change<Row> {
  /** Id of the transaction that wrote the row as it was read. */
  version: string;
}

/**
 * The same for unlocked rows: writes every row, also unchanged, but only if it is as it was read. Returns false if a
 * row is missing or has changed; then the caller rolls back.
 */
export async function updateKnown<Table extends Identified>(
  tx: Tx,
  table: Table,
  changes: readonly KnownChange<Part<Table['$inferSelect']>>[],
): Promise<boolean> {
  if (changes.length === 0) return true;
  const rows = changes.map(({ version, ...change }) => ({
    id: change.after.id,
    columns: changedIn(table, change),
    version,
  }));
  const update = updateOf(table, rows);
  const answer = await tx.execute(
    sql`with done as (${update} and ${table}.xmin = given.written_in::xid returning 1) select count(*)::int as total from done`,
  );
  return totalSchema.parse(answer).rows[0].total === rows.length;
}

const totalSchema = z.object({ rows: z.tuple([z.object({ total: z.number() })]) });

interface UpdatedRow {
  id: string | number;
  /** Changed columns with their new values for the driver. */
  columns: ReadonlyMap<PgColumn, unknown>;
  version?: string;
}

function changedIn<Table extends Identified>(
  table: Table,
  { before, after }: Change<Part<Table['$inferSelect']>>,
): Map<PgColumn, unknown> {
  const changed = new Map<PgColumn, unknown>();
  for (const [name, column] of Object.entries(getTableColumns(table) as Record<string, PgColumn>)) {
    if (!Object.hasOwn(after, name)) continue;
    const [was, is] = [fieldOf(before, name), fieldOf(after, name)];
    if (isSameValue(was, is)) continue;
    if (is === null) throw new Error(`updateAll cannot set column ${column.name} to null`);
    changed.set(column, column.mapToDriverValue(is));
  }
  return changed;
}

/**
 * An update that more conditions can follow. Arrays and not JSON: of their rows the planner expects few, so that it uses
 * the index however few rows the table has so far.
 */
function updateOf(table: Identified, rows: readonly UpdatedRow[]): SQL {
  const written = [...new Set(rows.flatMap(({ columns }) => [...columns.keys()]))];
  const values = (pick: (row: UpdatedRow) => unknown) => sql.param(rows.map((row) => pick(row) ?? null));
  const array = (column: PgColumn) =>
    sql`${values(({ id, columns }) => (column === table.id ? id : columns.get(column)))}::${sql.raw(column.getSQLType())}[]`;
  const set = (column: PgColumn) => sql`${nameOf(column)} = coalesce(given.${nameOf(column)}, ${column})`;
  const all = [table.id, ...written.filter((column) => column !== table.id)];
  return sql`update ${table} set ${written.length > 0 ? joined(written, set) : unchanged(table)}
    from unnest(${joined(all, array)}, ${values(({ version }) => version)}::text[])
      as given (${joined(all, (column) => sql`${nameOf(column)}`)}, written_in)
    where ${table.id} = given.id`;
}

/** A statement needs a column to set; not the id, which may be one that only the database generates. */
function unchanged(table: Identified): SQL {
  const column = Object.values(getTableColumns(table)).find((one) => one !== table.id);
  if (!column) throw new Error('A table with nothing but an id has nothing to update');
  return sql`${nameOf(column)} = ${column}`;
}

const fieldOf = (row: object, name: string): unknown => (row as Readonly<Record<string, unknown>>)[name];

const isSameValue = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;

const nameOf = (column: PgColumn) => sql.identifier(column.name);

const joined = (columns: readonly PgColumn[], part: (column: PgColumn) => SQL): SQL =>
  sql.join(columns.map(part), sql`, `);

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
