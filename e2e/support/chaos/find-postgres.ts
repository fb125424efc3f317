import { findPostgres } from '../../../scripts/lib/services.mjs';

/** A server to make a database on, started where none runs; undefined without the program. */
export const findPostgresUrl = async (): Promise<string | undefined> => (await findPostgres())?.url;
