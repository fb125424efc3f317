import { startFailure } from '../../server/boot/start-failure.ts';
import type { Config } from '../../server/config/config.ts';
import type { OpenDb } from '../../server/db/open.ts';
import { openStore } from '../../server/db/open-store.ts';

/** The store of a stopped product, or PostgreSQL. Where it is not to be had, says why and ends the process. */
export function openStoreOrEnd(config: Config): Promise<OpenDb> {
  return openStore(config, { statementMs: 0 }).catch((error: unknown) => {
    const failure = startFailure(error);
    if (!failure) throw error;
    console.error(failure.message);
    process.exit(failure.code);
  });
}
