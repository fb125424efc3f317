import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { OpenDb } from '#server/ports/database.ts';
import { type AfterCommit, collectActs } from '../after-commit.ts';
import { watchPool } from './pulse.ts';
import { migrationsFolder, requireUpgradable } from './require-upgradable.ts';
import { asPostgresError, placeOf } from './store-error.ts';

/** ms a response may exceed the server's own limit before the connection counts as dead. */
const GRACE_MS = 500;
/** Any constant. Nodes that start together migrate one after the other. */
const MIGRATION_LOCK = 4_202_611;

/** Migrates over a separate connection without a timeout: another node may be migrating for a long time. */
async function migrateOnce(url: string, connectMs: number): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectMs });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const db = drizzle(client);
    await requireUpgradable(db, {
      name: `The database at ${placeOf(url)}`,
      instead: 'set DATABASE_URL to an empty database',
    });
    await migrate(db, { migrationsFolder });
  } finally {
    // Closes the session, which releases the lock.
    await client.end().catch(() => {});
  }
}

interface Patience {
  statementMs: number;
  connectMs: number;
  answerMs: number;
}

export async function openPostgres(
  url: string,
  patience: Patience,
  afterCommit?: AfterCommit,
): Promise<OpenDb> {
  await migrateOnce(url, patience.connectMs).catch((error: unknown) => {
    throw asPostgresError(error, url);
  });
  return openMigrated(url, patience, afterCommit);
}

/** Opens a database that has all migrations. */
export function openMigrated(
  url: string,
  { statementMs, connectMs, answerMs }: Patience,
  afterCommit?: AfterCommit,
): OpenDb {
  const limits =
    statementMs > 0 ? { statement_timeout: statementMs, query_timeout: statementMs + GRACE_MS } : {};
  const pool = new pg.Pool({
    connectionString: url,
    max: 16,
    pipeline: true,
    connectionTimeoutMillis: connectMs,
    ...limits,
  });
  // The pool replaces a connection that breaks while idle; without a listener the error would end the process.
  pool.on('error', () => {});
  const endWatch = watchPool(pool, url, answerMs);
  return {
    db: collectActs(drizzle(pool), afterCommit, { pipelines: true }),
    ping: async () => {
      await pool.query('select 1');
    },
    upkeep: null,
    close: () => {
      endWatch();
      return pool.end();
    },
  };
}
