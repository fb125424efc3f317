import {
  and,
  arrayOverlaps,
  eq,
  inArray,
  isNotNull,
  isNull,
  not,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm';
import { codesAt } from '#contract/safety/hidden-places.ts';
import { selectStatement } from '#server/db/statement.ts';
import type { Deps } from '#server/ports/deps.ts';
import {
  inHouse,
  isShownTo,
  type PerformerViewer,
  type Showing,
  type ShownPerformer,
  shownTo,
  type Visitor,
} from '#server/ports/performer-viewer.ts';
import { foldUsername, type Performer } from './reads.ts';
import { performers } from './tables.ts';

export type SeenPerformer = Performer & ShownPerformer;

/** The performers whom one viewer may know of. In the house: all of them, removed ones too. */
export interface Performers {
  byName(username: string): Promise<SeenPerformer | undefined>;
  byId(id: number): Promise<SeenPerformer | undefined>;
  /** Those of `ids`, in their order. */
  among(ids: readonly number[]): Promise<number[]>;
  /** Usernames by id. */
  names(ids: readonly number[]): Promise<Map<number, string>>;
}

/**
 * Reads a performer by name or id, or names by ids. What reads performers otherwise (lists, cards, faces, starts, the
 * sitemap) is in `server/performers/` and takes a viewer or a location itself.
 */
export function performersFor({ db }: Pick<Deps, 'db'>, viewer: PerformerViewer): Performers {
  const one = async (isHers: SQL): Promise<SeenPerformer | undefined> => {
    const [row] = await db.select().from(performers).where(isHers);
    return shownTo(viewer, row);
  };
  const named = async (ids: readonly number[]): Promise<[number, string][]> => {
    if (ids.length === 0) return [];
    const { id, username, removedAt, suspendedAt, hiddenIn } = performers;
    const rows = await db
      .select({ id, username, removedAt, suspendedAt, hiddenIn })
      .from(performers)
      .where(inArray(performers.id, [...new Set(ids)]));
    return rows.filter((row) => isShownTo(viewer, row)).map((row) => [row.id, row.username]);
  };
  return {
    byName: (username) => one(eq(performers.usernameFolded, foldUsername(username))),
    byId: (id) => one(eq(performers.id, id)),
    among: async (ids) => {
      const shown = new Map(await named(ids));
      return ids.filter((id) => shown.has(id));
    },
    names: async (ids) => new Map(await named(ids)),
  };
}

const selectShowing = selectStatement('performer-showing', (db) =>
  db
    .select({
      id: performers.id,
      removedAt: performers.removedAt,
      suspendedAt: performers.suspendedAt,
      hiddenIn: performers.hiddenIn,
    })
    .from(performers)
    .where(eq(performers.id, sql.placeholder('id'))),
);

/** What decides who may know of her; for calls made many times per second, and for features below (ports/deps.ts). */
export async function showingOf(
  { db }: Pick<Deps, 'db'>,
  id: number,
): Promise<(Showing & { id: number }) | undefined> {
  const [row] = await selectShowing(db, { id });
  return row;
}

/** Whether a performer was removed, which every visitor who names her is told. */
export async function wasRemoved({ db }: Pick<Deps, 'db'>, performer: string | number): Promise<boolean> {
  const isHers =
    typeof performer === 'number'
      ? eq(performers.id, performer)
      : eq(performers.usernameFolded, foldUsername(performer));
  const rows = await db
    .select({ id: performers.id })
    .from(performers)
    .where(and(isHers, isNotNull(performers.removedAt)));
  return rows.length > 0;
}

/** Replaces the id in each row of a member's own records by the performer's name, or null if she does not exist. */
export async function withPerformers<Row extends { performerId: number }>(
  db: Deps['db'],
  rows: readonly Row[],
): Promise<(Omit<Row, 'performerId'> & { performer: string | null })[]> {
  const names = await performersFor({ db }, inHouse).names(rows.map(({ performerId }) => performerId));
  return rows.map(({ performerId, ...row }) => ({ performer: names.get(performerId) ?? null, ...row }));
}

/** `isShownTo` (server/ports/performer-viewer.ts) as an SQL condition. */
export function areShownTo(viewer: Visitor | typeof inHouse): SQL | undefined {
  if (viewer === inHouse) return undefined;
  const { location, blockers } = viewer;
  const codes = codesAt(location);
  const everywhere = eq(performers.hiddenIn, sql`'{}'`);
  const seen = location.unreadable
    ? everywhere
    : codes.length === 0
      ? undefined
      : not(arrayOverlaps(performers.hiddenIn, codes));
  const welcoming = blockers.length === 0 ? undefined : notInArray(performers.id, [...blockers]);
  return and(isNull(performers.removedAt), isNull(performers.suspendedAt), seen, welcoming);
}
