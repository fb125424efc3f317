import { and, asc, gt, gte, inArray, lt, sql } from 'drizzle-orm';
import type { PriceRules } from '#contract/chat/prices.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { gonePerformers, performers } from '../../tables.ts';
import { type CardRow, cardColumns } from '../card.ts';
import { type DirectoryRow, directoryColumns } from './bits.ts';
import { Columns } from './columns.ts';
import { reorder } from './order.ts';
import type { Listing } from './search.ts';

/**
 * All performers in memory, in columns filtered by passes over bytes. Changes are read from the database before each
 * result.
 */
export interface Directory {
  /** Includes everything committed before the call. Use it before the next await. */
  current(): Promise<Listing>;
  /** Rows for these performers' cards, in this order. */
  cards(ids: readonly number[]): Promise<CardRow[]>;
}

/** Rows of cards cached between calls. */
const CARDS_KEPT = 2000;

export const directoryOf = ({ part }: Pick<Deps, 'part'>): Directory => part(openDirectory);

function openDirectory({ db, config }: Pick<Deps, 'db' | 'config'>): Directory {
  let listing = emptyListing(config.prices);
  /** The snapshot that the listing contains; null before the first full read. */
  let shown: Snapshot | null = null;
  const cards = createCards(db);

  async function refresh(): Promise<Listing> {
    const now = await readSnapshot(db);
    if (shown?.text === now.text) return listing;
    const rows = shown && shown.gone === now.gone ? await readChanged(db, shown, now) : null;
    if (rows) {
      listing = withRows(listing, rows);
      cards.forget(rows);
    } else {
      listing = await readListing(db, config.prices);
      cards.forgetAll();
    }
    shown = now;
    return listing;
  }

  return {
    current: inTurns(refresh),
    cards: cards.read,
  };
}

const emptyListing = (rules: PriceRules | null): Listing => ({
  columns: new Columns(rules),
  order: new Int32Array(0),
});

function withRows({ columns, order }: Listing, rows: readonly DirectoryRow[]): Listing {
  if (rows.length === 0) return { columns, order };
  const moved = new Set(rows.map((row) => columns.put(row)));
  return { columns, order: reorder(columns, order, moved) };
}

async function readListing(db: Db, rules: PriceRules | null): Promise<Listing> {
  const { columns } = emptyListing(rules);
  for await (const rows of readAll(db)) for (const row of rows) columns.put(row);
  const all = new Set(Array.from({ length: columns.size }, (_, place) => place));
  return { columns, order: reorder(columns, new Int32Array(0), all) };
}

/**
 * Runs `work` once for all callers that are waiting. A caller never gets the result of a run that began before its
 * call: it may lack what the caller wrote.
 */
function inTurns<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | null = null;
  return () => {
    next ??= running.then(() => {
      const turn = work();
      running = turn.catch(() => {});
      next = null;
      return turn;
    });
    return next;
  };
}

/** An LRU cache of card rows by id. */
function createCards(db: Db) {
  const kept = new Map<number, CardRow>();
  let changes = 0;

  function keep(row: CardRow): void {
    kept.delete(row.id);
    kept.set(row.id, row);
    const [oldest] = kept.keys();
    if (kept.size > CARDS_KEPT && oldest !== undefined) kept.delete(oldest);
  }

  return {
    async read(ids: readonly number[]): Promise<CardRow[]> {
      const here = new Map(ids.flatMap((id) => kept.get(id) ?? []).map((row) => [row.id, row]));
      const before = changes;
      const read = await readCards(
        db,
        ids.filter((id) => !here.has(id)),
      );
      for (const row of read) here.set(row.id, row);
      // Rows read during a change may be stale: returned, but not cached.
      if (before === changes) for (const row of here.values()) keep(row);
      return ids.flatMap((id) => here.get(id) ?? []);
    },
    forget(rows: readonly DirectoryRow[]): void {
      changes += 1;
      for (const { id } of rows) kept.delete(id);
    },
    forgetAll(): void {
      changes += 1;
      kept.clear();
    },
  };
}

/** Maximum rows per read. */
const BATCH = 10_000;

/** A database snapshot: which transactions are visible. */
interface Snapshot {
  /** Equal texts mean that nothing was committed in between. */
  text: string;
  /** Every transaction below this number has ended. */
  horizon: number;
  /** No transaction from this number on has begun. */
  end: number;
  /** Number of rows deleted so far. */
  gone: number;
}

async function readSnapshot(db: Db): Promise<Snapshot> {
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
async function readChanged(db: Db, since: Snapshot, now: Snapshot): Promise<DirectoryRow[] | null> {
  const rows = await db
    .select(directoryColumns)
    .from(performers)
    .where(and(gte(performers.changedIn, since.horizon), lt(performers.changedIn, now.end)))
    .limit(BATCH + 1);
  return rows.length > BATCH ? null : rows;
}

async function* readAll(db: Db): AsyncGenerator<DirectoryRow[]> {
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

async function readCards(db: Db, ids: number[]): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  return db.select(cardColumns).from(performers).where(inArray(performers.id, ids));
}
