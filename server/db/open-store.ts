import { lockFolder } from './lock.ts';
import { type OpenDb, type OpenOptions, openDb } from './open.ts';
import { asFolderError } from './store-error.ts';

interface StorePlace {
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** Whether the database lies in the data folder, where one process may open it. */
  readonly ownsFolder: boolean;
}

/**
 * Opens the database of the configuration, with its lock where it lies in the data folder: the product and every script
 * come in here. Throws LockedError and StoreError.
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
