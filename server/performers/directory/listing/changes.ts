import { and, asc, gt, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '#server/ports/database.ts';
import { gonePerformers, performers } from '../../tables.ts';
import { type CardRow, cardColumns } from '../card.ts';
import { type DirectoryRow, directoryColumns } from './bits.ts';

/** Maximum rows per read. */
const BATCH = 10_000;

/** A database snapshot: which transactions are visible. */
export interface Snapshot {
  /** Equal texts mean that nothing was committed in between. */
  text: string;
  /** Every transaction below this number has ended. */
  horizon: number;
  /** No transaction from this number on has begun. */
  end: number;
  /** Number of rows deleted so far. */
  gone: number;
}

export async function readSnapshot(db: Db): Promise<Snapshot> {
  const [row] = await db
    .select({
      text: sql<string>`seen::text`,
      gone: sql`(select count(*) from ${gonePerformers})`.mapWith(Number),
    })
    .from(sql`pg_current_snapshot() as seen`);
  const { text, gone } = row ?? { text: '', gone: 0 };
  const [horizon = 0, end = 0] = text.split(':').map(Number);
  return { text, horizon, end, gone };
}

/**
 * Rows written since an earlier snapshot, also by transactions then open (not below its horizon); null if more than
 * BATCH. The upper bound is for the planner, which would expect too many rows.
 */
export async function readChanged(db: Db, since: Snapshot, now: Snapshot): Promise<DirectoryRow[] | null> {
  const rows = await db
    .select(directoryColumns)
    .from(performers)
    .where(and(gte(performers.changedIn, since.horizon), lt(performers.changedIn, now.end)))
    .limit(BATCH + 1);
  return rows.length > BATCH ? null : rows;
}

export async function* readAll(db: Db): AsyncGenerator<DirectoryRow[]> {
  let last = 0;
  for (;;) {
    const rows = await db
      .select(directoryColumns)
      .from(performers)
      .where(gt(performers.id, last))
      .orderBy(asc(performers.id))
      .limit(BATCH);
    yield rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.id ?? 0;
  }
}

export async function readCards(db: Db, ids: number[]): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  return db.select(cardColumns).from(performers).where(inArray(performers.id, ids));
}
