import { type StartFailure, startFailure } from '../../server/boot/start-messages.ts';
import type { Config } from '../../server/config/config.ts';
import { type OpenDb, openStore } from '../../server/db/opening/open.ts';

/** Returns the result of the work, or the start failure it threw; rethrows other errors. */
export async function orStartFailure<Answer>(work: () => Promise<Answer>): Promise<Answer | StartFailure> {
  try {
    return await work();
  } catch (error) {
    const failure = startFailure(error);
    if (!failure) throw error;
    return failure;
  }
}

/** Opens the store of a stopped product, or PostgreSQL, without a statement timeout. */
export const openStoppedStore = (config: Config): Promise<OpenDb> => openStore(config, { statementMs: 0 });

/** The same, but on failure prints the reason and ends the process. */
export async function openStoreOrEnd(config: Config): Promise<OpenDb> {
  const opened = await orStartFailure(() => openStoppedStore(config));
  if (!('code' in opened)) return opened;
  console.error(opened.message);
  process.exit(opened.code);
}
