import type { AfterCommit } from './after-commit.ts';
import { openPglite } from './open-pglite.ts';
import { openPostgres } from './open-postgres.ts';
import type { OpenDb } from './opened.ts';
import { ANSWER_MS } from './pulse.ts';

export type { OpenDb } from './opened.ts';

export interface OpenOptions {
  /** Initial content of a database in memory. */
  image?: Blob | undefined;
  /** ms after which a PostgreSQL statement is cancelled; 0 for long-running work. */
  statementMs?: number;
  /** Timeout in ms for a connection to PostgreSQL. */
  connectMs?: number;
  /** ms after which PostgreSQL counts as silent. */
  answerMs?: number;
  afterCommit?: AfterCommit;
}

/** For a slow statement, and for a connection while all are in use. For a silent database see pulse.ts. */
export const patience = { statementMs: 10_000, connectMs: 5000, answerMs: ANSWER_MS };

/** Opens `memory:`, a folder (PGlite) or a `postgres:` URL and runs the migrations. Throws StoreError. */
export async function openDb(url: string, options: OpenOptions = {}): Promise<OpenDb> {
  const { image, afterCommit, ...limits } = options;
  return /^postgres(ql)?:/.test(url)
    ? openPostgres(url, { ...patience, ...limits }, afterCommit)
    : openPglite(url, { image, afterCommit });
}
