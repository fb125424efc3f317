import { lockFolder } from './lock.ts';
import { type OpenDb, type OpenOptions, openDb } from './open.ts';
import { asFolderError } from './store-error.ts';

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
