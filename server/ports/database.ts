import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** The database as handlers see it: PGlite or PostgreSQL, no table of anybody's. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** A transaction: what handlers give to the ledger, so that credits and their reason are one write. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
