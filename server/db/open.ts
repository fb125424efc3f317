import { openPglite } from './open-pglite.ts';
import { openPostgres } from './open-postgres.ts';
import type { OpenDb } from './opened.ts';

export type { OpenDb } from './opened.ts';

export interface OpenOptions {
  /** Initial content of a database in memory. */
  image?: Blob | undefined;
  /** ms after which a PostgreSQL statement is cancelled; 0 for long-running work. */
  statementMs?: number | undefined;
  /** Timeout in ms for a connection to PostgreSQL. */
  connectMs?: number | undefined;
}

/** The longest a visitor waits. */
export const STATEMENT_MS = 10_000;
export const CONNECT_MS = 5000;

/** Opens `memory:`, a folder (PGlite) or a `postgres:` URL and runs the migrations. Throws StoreError. */
export async function openDb(url: string, options: OpenOptions = {}): Promise<OpenDb> {
  const { image, statementMs = STATEMENT_MS, connectMs = CONNECT_MS } = options;
  return /^postgres(ql)?:/.test(url) ? openPostgres(url, { statementMs, connectMs }) : openPglite(url, image);
}
