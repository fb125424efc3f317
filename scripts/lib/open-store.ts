import { type StartFailure, startFailure } from '../../server/boot/start-failure.ts';
import type { Config } from '../../server/config/config.ts';
import type { OpenDb } from '../../server/db/open.ts';
import { openStore } from '../../server/db/open-store.ts';

/** What work answers, or why it could not start; a mistake of the program is thrown. */
export async function orStartFailure<Answer>(work: () => Promise<Answer>): Promise<Answer | StartFailure> {
  try {
    return await work();
  } catch (error) {
    const failure = startFailure(error);
    if (!failure) throw error;
    return failure;
  }
}

/** The store of a stopped product, or PostgreSQL, for work that may take as long as it takes. */
export const openStoppedStore = (config: Config): Promise<OpenDb> => openStore(config, { statementMs: 0 });

/** The same. Where it is not to be had, says why and ends the process. */
export async function openStoreOrEnd(config: Config): Promise<OpenDb> {
  const opened = await orStartFailure(() => openStoppedStore(config));
  if (!('code' in opened)) return opened;
  console.error(opened.message);
  process.exit(opened.code);
}
