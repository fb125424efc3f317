import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { type AfterCommit, collectActs, throwUncaught } from '#server/db/after-commit.ts';
import { type OpenDb, openDb, patience } from '#server/db/opening/open.ts';
import { openMigrated } from '#server/db/opening/open-postgres.ts';
import { migrationsFolder } from '#server/db/opening/require-upgradable.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import { replaceFile } from '#server/replace-file.ts';
import { borrowPostgres, EMPTY_DATABASE, TEMPLATE_VARIABLE } from './databases.ts';

const folder = 'node_modules/.cache/vonk';

/** Named after the migrations and the lockfile, so that a change of either creates a new one. */
async function imageFile(): Promise<string> {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort();
  const files = [...names.map((name) => join(migrationsFolder, name)), 'package-lock.json'];
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return join(folder, `database-${hash.digest('hex').slice(0, 16)}.tar`);
}

async function makeImage(file: string): Promise<void> {
  const client = await PGlite.create();
  await migrate(drizzle(client), { migrationsFolder });
  const image = await client.dumpDataDir('none');
  await client.close();
  await replaceFile(file, new Uint8Array(await image.arrayBuffer()));
}

/**
 * A database for one test until closed: on the server of SUITE_DATABASE, else in memory from an image with the
 * tables. The worker's next test gets the same database, emptied.
 */
export async function openTestDb(url = 'memory:', afterCommit: AfterCommit = {}): Promise<OpenDb> {
  const { onFailure = throwUncaught } = afterCommit;
  let isClosed = false;
  // A socket that closes with the test may have left acts for a database that is gone.
  const failed = (error: unknown): void => (isClosed ? undefined : onFailure(error));
  const open = await openAt(url, { ...afterCommit, onFailure: failed });
  return {
    ...open,
    close: () => {
      isClosed = true;
      return open.close();
    },
  };
}

async function openAt(url: string, afterCommit: AfterCommit): Promise<OpenDb> {
  if (url !== 'memory:') return openDb(url, { afterCommit });
  const server = process.env['SUITE_DATABASE'];
  return server ? openOnServer(server, afterCommit) : openInMemory(afterCommit);
}

async function openOnServer(server: string, afterCommit: AfterCommit): Promise<OpenDb> {
  const own = await borrowPostgres(server);
  const hasTables = process.env[TEMPLATE_VARIABLE] !== undefined;
  const open = hasTables
    ? openMigrated(own.url, patience, afterCommit)
    : await openDb(own.url, { afterCommit });
  return {
    ...open,
    close: async () => {
      await open.close();
      await own.drop();
    },
  };
}

/** Databases in memory not used by a test, with the rows of the last one. */
const idle: PGlite[] = [];

async function openInMemory(afterCommit: AfterCommit): Promise<OpenDb> {
  const client = await emptied(idle.pop());
  const lent = lend(client);
  // The product caches data by database object, so each test gets a separate object.
  return {
    db: collectActs(drizzle(lent.client), afterCommit),
    ping: async () => void (await lent.client.query('select 1')),
    upkeep: null,
    close: async () => {
      lent.end();
      idle.push(client);
    },
  };
}

/** The database until `end`: afterwards it rejects as a closed one, and cannot reach the rows of the next test. */
function lend(client: PGlite): { client: PGlite; end: () => void } {
  let isEnded = false;
  const get = (_: PGlite, name: keyof PGlite) => {
    const value: unknown = client[name];
    if (typeof value !== 'function') return isEnded && name === 'closed' ? true : value;
    return (...input: unknown[]) =>
      isEnded ? Promise.reject(new Error('PGlite is closed')) : value.apply(client, input);
  };
  return {
    client: new Proxy(client, { get: get as never }),
    end: () => {
      isEnded = true;
    },
  };
}

async function emptied(last: PGlite | undefined): Promise<PGlite> {
  if (!last) {
    const { db } = await openFromImage();
    return (db as unknown as { $client: PGlite }).$client;
  }
  await last.exec(EMPTY_DATABASE);
  return last;
}

/** Copies a database with the tables into an empty folder, where creating one would take seconds. */
export async function fillFolder(folder: string): Promise<void> {
  await readImage();
  await mkdir(folder, { recursive: true });
  await promisify(execFile)('tar', ['-xf', await imageFile(), '-C', folder]);
}

/** Creates the image if it does not exist; null if it can't be stored. */
export async function readImage(): Promise<Buffer | null> {
  const file = await imageFile();
  const read = () => readFile(file).catch(() => null);
  const made = await read();
  if (made) return made;
  await makeImage(file);
  return read();
}

async function openFromImage(): Promise<OpenDb> {
  const image = await readImage();
  return openDb('memory:', image ? { image: new Blob([new Uint8Array(image)]) } : {});
}

/** Stores a row in one state, moves it to another, and returns whether it moved. */
export type TryMove<State> = (tx: Tx, from: State, to: State) => Promise<boolean>;

/** The moves that change a row, of all from each state to each. `columns` are those that a state needs. */
export async function movesAmong<State extends string>(
  db: Db,
  columns: Readonly<Record<State, object>>,
  tryMove: TryMove<State>,
): Promise<string[]> {
  const states = Object.keys(columns) as State[];
  const found: string[] = [];
  for (const from of states)
    for (const to of states)
      if (await db.transaction((tx) => tryMove(tx, from, to))) found.push(`${from} → ${to}`);
  return found;
}
