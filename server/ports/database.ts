import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** PGlite or PostgreSQL, without the tables' types. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** Handlers pass their transaction to the ledger, so that credits and their cause commit together. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
