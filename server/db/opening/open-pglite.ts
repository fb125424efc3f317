import { existsSync, type StatsFs, statfsSync } from 'node:fs';
import { mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { OpenDb } from '#server/ports/database.ts';
import { type AfterCommit, collectActs } from '../after-commit.ts';
import { migrationsFolder, requireUpgradable } from './require-upgradable.ts';
import { asFolderError } from './store-error.ts';

const options: PGliteOptions = {
  /** PostgreSQL's default of 128 MB would stay in memory; reads beyond this buffer come from the system's file cache. */
  postgresqlconf: ['shared_buffers = 32MB'],
  // The library's own conversions go byte by byte: a photo takes five times as long.
  parsers: { [types.BYTEA]: (hex) => Buffer.from(hex.slice(2), 'hex') },
  serializers: { [types.BYTEA]: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}` },
};
const READS = /^\s*(?:select|show|values)\b/i;

/** Whether a statement may run on a full disk. Writing functions are called in transactions, which may not. */
export const isReading = (statement: string): boolean => READS.test(statement);

/** `memory:` or a folder. */
export async function openPglite(
  url: string,
  { image, afterCommit }: { image: Blob | undefined; afterCommit: AfterCommit | undefined },
): Promise<OpenDb> {
  const client = url === 'memory:' ? await openMemory(image) : await openFolder(url);
  if (url !== 'memory:') refuseWhenFull(client, url);
  const db = drizzle(client);
  try {
    await requireUpgradable(db, {
      name: `The database in ${url}`,
      instead: 'set DATA_DIR to another folder',
    });
    await migrate(db, { migrationsFolder });
  } catch (error) {
    await client.close();
    throw error;
  }
  return {
    db: collectActs(db, afterCommit),
    ping: async () => {
      await client.query('select 1');
    },
    upkeep: () => keepTidy(client),
    close: () => client.close(),
  };
}

const openMemory = (image: Blob | undefined): Promise<PGlite> =>
  PGlite.create({ ...options, ...(image && { loadDataDir: image }) });

async function openFolder(folder: string): Promise<PGlite> {
  try {
    const finish = await prepare(folder);
    const client = await PGlite.create({ ...options, dataDir: folder });
    await finish();
    return client;
  } catch (error) {
    throw asFolderError(error, folder);
  }
}

/**
 * PGlite overwrites any folder without a PG_VERSION. Allows creation only in an empty folder or after an interrupted
 * first start: a marker file beside the folder exists until it is complete.
 */
async function prepare(folder: string): Promise<() => Promise<void>> {
  const mark = `${folder}.unfinished`;
  await mkdir(dirname(folder), { recursive: true });
  requireRoom(dirname(folder));
  if (existsSync(mark)) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const inside = await readdir(folder);
  if (inside.length > 0 && !inside.includes('PG_VERSION'))
    throw new Error('The folder is not empty and has no PG_VERSION');
  if (inside.length === 0) await writeFile(mark, '');
  return () => rm(mark, { force: true });
}

/** Refuses writes while the disk is full, so that PGlite never runs out of room. */
function refuseWhenFull(client: PGlite, folder: string): void {
  const [query, transaction] = [client.query.bind(client), client.transaction.bind(client)];
  client.query = async (text, ...rest) => {
    if (!isReading(text)) requireRoom(folder);
    return query(text, ...rest);
  };
  client.transaction = async (work) => {
    requireRoom(folder);
    return transaction(work);
  };
}

interface Table {
  name: string;
  /** Whether it has enough outdated rows; otherwise only its statistics are outdated. */
  outdated: boolean;
}

/** The thresholds of PostgreSQL's autovacuum: 50 rows and a fifth of the table, for statistics a tenth. */
const DUE = `
  select quote_ident(relname) as name, n_dead_tup > 50 + n_live_tup * 0.2 as outdated
  from pg_stat_user_tables
  where schemaname = current_schema()
    and (n_dead_tup > 50 + n_live_tup * 0.2 or n_mod_since_analyze > 50 + n_live_tup * 0.1)
  order by relname`;

/**
 * Removes outdated rows and renews the planner's statistics, one table at a time: PGlite has no autovacuum. Returns the
 * tables that needed it.
 */
export async function keepTidy(client: PGlite): Promise<string[]> {
  const { rows } = await client.query<Table>(DUE);
  for (const { name, outdated } of rows)
    await client.query(`${outdated ? 'vacuum (analyze)' : 'analyze'} ${name}`);
  return rows.map(({ name }) => name);
}

/**
 * Free bytes below which a disk counts as full: four segments of PGlite's log. Without room for a new segment PGlite
 * never returns, and the process hangs with it.
 */
const LEAST_FREE = 64 * 1024 * 1024;

/** The system's own error, so that it is reported in the same way. */
const fullError = (folder: string): Error =>
  Object.assign(new Error(`Less than ${LEAST_FREE} bytes free on the disk of ${folder}`), { code: 'ENOSPC' });

const isFull = ({ bavail, bsize }: StatsFs): boolean => bavail * bsize < LEAST_FREE;

/** Throws ENOSPC if the folder's disk is full. The check takes microseconds. */
export function requireRoom(folder: string): void {
  if (isFull(statfsSync(folder))) throw fullError(folder);
}

/** Whether the disk of a folder is full; false for a folder that does not exist yet. */
export async function isDiskFull(folder: string): Promise<boolean> {
  const stat = await statfs(folder).catch(() => null);
  return stat !== null && isFull(stat);
}
