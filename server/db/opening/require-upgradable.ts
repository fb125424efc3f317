import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Db } from '#server/ports/database.ts';
import { StoreError } from './store-error.ts';

export const migrationsFolder = join(import.meta.dirname, '../migrations');

type Executes = Pick<Db, 'execute'>;

/** How an error names the database, and what it recommends instead. */
interface Place {
  /** Used at the start of a sentence. */
  readonly name: string;
  readonly instead: string;
}

/**
 * Throws StoreError unless the database is empty or has the first migrations' tables. These share the `when` of the
 * last migration before the squash (docs/decisions/operations/database.md).
 */
export async function requireUpgradable(db: Executes, { name, instead }: Place): Promise<void> {
  const journal = await readJournal(db);
  const start = readMigrationFiles({ migrationsFolder })[0]?.folderMillis;
  if (journal.some((when) => when === start)) return;
  if (journal.length > 0)
    throw new StoreError(
      'version',
      `${name} is of a version too old to upgrade, or of another program. ` +
        `Start it once with the version that docs/operate/upgrade.md names, or ${instead}.`,
    );
  if (await hasTables(db))
    throw new StoreError(
      'version',
      `${name} has tables but no record of its migrations: it is of another program, or was not restored completely. ` +
        `Restore all of its schemas, or ${instead}.`,
    );
}

/** `when` of each applied migration. */
async function readJournal(db: Executes): Promise<number[]> {
  const [table] = await rowsOf<{ name: string | null }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  );
  if (!table?.name) return [];
  const rows = await rowsOf<{ when: string | number }>(
    db,
    sql`select created_at as when from drizzle.__drizzle_migrations`,
  );
  return rows.map((row) => Number(row.when));
}

/** Whether there are tables in the product's schema; tables of an extension do not count. */
async function hasTables(db: Executes): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select from pg_class as it where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
          and not exists (select from pg_depend where objid = it.oid and deptype = 'e') limit 1`,
  );
  return rows.length > 0;
}

/** Both drivers return rows. */
async function rowsOf<Row>(db: Executes, query: ReturnType<typeof sql>): Promise<Row[]> {
  return ((await db.execute(query)) as unknown as { rows: Row[] }).rows;
}
