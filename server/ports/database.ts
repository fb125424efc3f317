import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** PGlite or PostgreSQL; knows no tables. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** Handlers pass theirs to the ledger, so that credits and their cause commit together. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
