import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import type { Db } from '#server/ports/database.ts';

export interface OpenDb {
  db: Db;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export const migrationsFolder = join(dirname(fileURLToPath(import.meta.url)), 'migrations');
/** PostgreSQL's own 128 MB would stay in memory for good; what is not in here is read from the system's file cache. */
const embeddedSettings = ['shared_buffers = 32MB'];
/** Any constant: nodes that start together migrate one after the other. */
const MIGRATION_LOCK = 4_202_611;

/**
 * Opens `memory:`, a folder (PGlite) or a `postgres:` URL and runs the migrations. `image` is the initial content of
 * a database in memory.
 */
export async function openDb(url: string, image?: Blob): Promise<OpenDb> {
  return /^postgres(ql)?:/.test(url) ? openPostgres(url) : openPglite(url, image);
}

async function openPglite(url: string, image: Blob | undefined): Promise<OpenDb> {
  if (url !== 'memory:') await mkdir(dirname(url), { recursive: true });
  const where = url === 'memory:' ? (image ? { loadDataDir: image } : {}) : { dataDir: url };
  const client = await PGlite.create({ ...where, postgresqlconf: embeddedSettings });
  const db = drizzlePglite(client);
  await migratePglite(db, { migrationsFolder });
  return {
    db,
    ping: async () => {
      await client.query('select 1');
    },
    close: () => client.close(),
  };
}

async function openPostgres(url: string): Promise<OpenDb> {
  const pool = new pg.Pool({ connectionString: url, max: 16, connectionTimeoutMillis: 5000 });
  // The pool replaces a connection that breaks while idle; without a listener the error would end the
  // process.
  pool.on('error', () => {});
  const db = drizzlePg(pool);
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migratePg(drizzlePg(client), { migrationsFolder });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    client.release();
  }
  return {
    db,
    ping: async () => {
      await pool.query('select 1');
    },
    close: () => pool.end(),
  };
}
