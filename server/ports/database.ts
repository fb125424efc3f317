import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** PGlite or PostgreSQL, without the tables' types; opened by `collectActs` (server/db/after-commit.ts). */
export interface Db extends Omit<PgDatabase<PgQueryResultHKT>, 'transaction'> {
  /** Resolves when the transaction is committed and its acts have run. */
  readonly transaction: <Answer>(work: (tx: Tx) => Promise<Answer>) => Promise<Answer>;
}

type Side =
  | { readonly kind: 'member' | 'performer'; readonly owner: number }
  | { readonly kind: 'house'; readonly owner: string };

/** A movement of credits that the ledger has booked. */
export interface Moved {
  /** The transfer's idempotency key. */
  readonly key: string;
  readonly from: Side;
  readonly to: Side;
}

/** Handlers pass their transaction to the ledger, so that credits and their cause commit together. */
export interface Tx extends Db {
  /**
   * Runs an act after the commit, once, after those registered before it; never after a rollback. A failure is logged and
   * stops neither the call nor the next act.
   */
  readonly afterCommit: (act: () => unknown) => void;
  /** Runs due work of the outbox soon after the commit. Called by the outbox only. */
  readonly wakeOutbox: () => void;
  /** Tells after the commit that credits have moved. Called by the ledger only. */
  readonly tellMoved: (moved: readonly Moved[]) => void;
  /**
   * Takes the answer of the last statement, behind which PostgreSQL is sent the commit: only the database may refuse, not
   * a check of the answer.
   */
  readonly last: (answer: Promise<unknown>) => Promise<void>;
}

export interface OpenDb {
  db: Db;
  /** One round trip. */
  ping(): Promise<void>;
  /** Regular upkeep, if the database does not do it by itself. */
  upkeep: (() => Promise<unknown>) | null;
  close(): Promise<void>;
}
