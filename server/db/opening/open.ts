import type { OpenDb } from '#server/ports/database.ts';
import type { AfterCommit } from '../after-commit.ts';
import { lockFolder } from './lock.ts';
import { openPglite } from './open-pglite.ts';
import { openPostgres } from './open-postgres.ts';
import { ANSWER_MS } from './pulse.ts';
import { asFolderError } from './store-error.ts';

export type { OpenDb } from '#server/ports/database.ts';

interface OpenOptions {
  /** Initial content of a database in memory. */
  image?: Blob | undefined;
  /** ms after which a PostgreSQL statement is cancelled; 0 for long-running work. */
  statementMs?: number;
  /** Timeout in ms for a connection to PostgreSQL. */
  connectMs?: number;
  /** ms after which PostgreSQL counts as silent. */
  answerMs?: number;
  afterCommit?: AfterCommit;
}

/** For a slow statement, and for a connection while all are in use. For a silent database see pulse.ts. */
export const patience = { statementMs: 10_000, connectMs: 5000, answerMs: ANSWER_MS };

/** Opens `memory:`, a folder (PGlite) or a `postgres:` URL and runs the migrations. Throws StoreError. */
export async function openDb(url: string, options: OpenOptions = {}): Promise<OpenDb> {
  const { image, afterCommit, ...limits } = options;
  return /^postgres(ql)?:/.test(url)
    ? openPostgres(url, { ...patience, ...limits }, afterCommit)
    : openPglite(url, { image, afterCommit });
}

interface StorePlace {
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** Whether the database is in the data folder, which only one process may open. */
  readonly ownsFolder: boolean;
}

/**
 * Opens the configured database, with the lock if it is in the data folder. Used by the product and all scripts. Throws
 * LockedError and StoreError.
 */
export async function openStore(place: StorePlace, options: OpenOptions = {}): Promise<OpenDb> {
  const unlock = place.ownsFolder ? await lock(place.dataDir) : async () => {};
  try {
    const open = await openDb(place.databaseUrl, options);
    return { ...open, close: () => open.close().finally(unlock) };
  } catch (error) {
    await unlock();
    throw error;
  }
}

const lock = (folder: string): Promise<() => Promise<void>> =>
  lockFolder(folder, new Date()).catch((error: unknown) => {
    throw asFolderError(error, folder);
  });
