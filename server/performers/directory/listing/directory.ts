import type { Db } from '#server/ports/database.ts';
import type { CardRow } from '../card.ts';
import type { DirectoryRow } from './bits.ts';
import { readAll, readCards, readChanged, readSnapshot, type Snapshot } from './changes.ts';
import { Columns } from './columns.ts';
import { reorder } from './order.ts';
import type { Listing } from './search.ts';

/**
 * Every performer as lists ask for them, in memory: what passes any filters, in which order and how many, is found in
 * a pass over bytes. The database stays the truth: before each answer it is asked what was written meanwhile.
 */
export interface Directory {
  /** The listing with everything that was committed before the call; to be used before the next await. */
  current(): Promise<Listing>;
  /** What cards show of these performers, in this order. */
  cards(ids: readonly number[]): Promise<CardRow[]>;
}

/** Rows of cards that are kept between two calls. */
const CARDS_KEPT = 2000;

const directories = new WeakMap<Db, Directory>();

export function directoryOf({ db }: { db: Db }): Directory {
  const known = directories.get(db) ?? createDirectory(db);
  directories.set(db, known);
  return known;
}

function createDirectory(db: Db): Directory {
  let listing = emptyListing();
  /** What the listing shows the work of; null while it has to be read from the start. */
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
      listing = await readListing(db);
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

const emptyListing = (): Listing => ({ columns: new Columns(), order: new Int32Array(0) });

function withRows({ columns, order }: Listing, rows: readonly DirectoryRow[]): Listing {
  if (rows.length === 0) return { columns, order };
  const moved = new Set(rows.map((row) => columns.put(row)));
  return { columns, order: reorder(columns, order, moved) };
}

async function readListing(db: Db): Promise<Listing> {
  const { columns } = emptyListing();
  for await (const rows of readAll(db)) for (const row of rows) columns.put(row);
  const all = new Set(Array.from({ length: columns.size }, (_, place) => place));
  return { columns, order: reorder(columns, new Int32Array(0), all) };
}

/**
 * Runs `work` for everyone who asks, once for all who ask while it runs. Nobody gets an answer of work that began
 * before they asked: it may have looked before they wrote.
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

/** Rows of cards by id; those that were shown longest ago go first. */
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
      // Read before a change that was told meanwhile, a row may be old: it is good for this answer only.
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
