import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { migrationsFolder } from './migrations-folder.ts';
import type { OpenDb } from './opened.ts';
import { asPostgresError } from './store-error.ts';

/** ms that an answer may be later than the server's own limit before the connection counts as dead. */
const GRACE_MS = 500;
/** Any constant: nodes that start together migrate one after the other. */
const MIGRATION_LOCK = 4_202_611;

/** Migrates over a connection of its own, without a limit: another node may be at it for long. */
async function migrateOnce(url: string, connectMs: number): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectMs });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    // Ends the session, and the lock with it.
    await client.end().catch(() => {});
  }
}

/** pg leaves the lost query on its connection, and what comes next would wait behind it: the connection has to go. */
function dropWhenSilent(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const dropping = (...given: unknown[]): unknown => {
    const asked = query(...given);
    if (asked instanceof Promise)
      asked.catch((error: Error) => {
        if (error.message === 'Query read timeout') void (client as unknown as pg.Client).end();
      });
    return asked;
  };
  client.query = dropping as typeof client.query;
}

interface Patience {
  statementMs: number;
  connectMs: number;
}

export async function openPostgres(url: string, { statementMs, connectMs }: Patience): Promise<OpenDb> {
  await migrateOnce(url, connectMs).catch((error: unknown) => {
    throw asPostgresError(error, url);
  });
  const limits =
    statementMs > 0 ? { statement_timeout: statementMs, query_timeout: statementMs + GRACE_MS } : {};
  const pool = new pg.Pool({
    connectionString: url,
    max: 16,
    connectionTimeoutMillis: connectMs,
    ...limits,
  });
  // The pool replaces a connection that breaks while idle; without a listener the error would end the process.
  pool.on('error', () => {});
  pool.on('connect', dropWhenSilent);
  return {
    db: drizzle(pool),
    ping: async () => {
      await pool.query('select 1');
    },
    close: () => pool.end(),
  };
}
