import { and, asc, gt, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '#server/ports/database.ts';
import { gonePerformers, performers } from '../../profile/tables.ts';
import { type CardRow, cardColumns } from '../card.ts';
import { type DirectoryRow, directoryColumns } from './bits.ts';

/** Rows that are read at once. */
const BATCH = 10_000;

/** Which transactions a reader sees the work of. */
export interface Snapshot {
  /** The same text: nothing was committed in between. */
  text: string;
  /** Every transaction before this one has ended. */
  horizon: number;
  /** No transaction from this one on has begun. */
  end: number;
  /** How many rows have been deleted so far. */
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
 * Rows written since an earlier snapshot, or null where they are more than BATCH. What was under way then is found
 * however late it ended: its number is not below that horizon. The second bound leaves nothing out, as what began
 * meanwhile is found the next time; it is there for the planner, who without statistics expects few rows between
 * two bounds and many above one.
 */
export async function readChanged(db: Db, since: Snapshot, now: Snapshot): Promise<DirectoryRow[] | null> {
  const rows = await db
    .select(directoryColumns)
    .from(performers)
    .where(and(gte(performers.changedIn, since.horizon), lt(performers.changedIn, now.end)))
    .limit(BATCH + 1);
  return rows.length > BATCH ? null : rows;
}

/** All performers, a batch at a time. */
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
