import { openPglite } from './open-pglite.ts';
import { openPostgres } from './open-postgres.ts';
import type { OpenDb } from './opened.ts';

export type { OpenDb } from './opened.ts';

export interface OpenOptions {
  /** The initial content of a database in memory. */
  image?: Blob | undefined;
  /** ms after which a statement on PostgreSQL is broken off; 0 for work that may take long. */
  statementMs?: number | undefined;
  /** ms in which PostgreSQL has to take a connection. */
  connectMs?: number | undefined;
}

/** What a visitor waits for at most. */
const STATEMENT_MS = 10_000;
const CONNECT_MS = 5000;

/** Opens `memory:`, a folder (PGlite) or a `postgres:` URL and runs the migrations. Throws StoreError. */
export async function openDb(url: string, options: OpenOptions = {}): Promise<OpenDb> {
  const { image, statementMs = STATEMENT_MS, connectMs = CONNECT_MS } = options;
  return /^postgres(ql)?:/.test(url) ? openPostgres(url, { statementMs, connectMs }) : openPglite(url, image);
}
