import { eq, inArray, ne, type SQLWrapper, sql } from 'drizzle-orm';
import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import { prepared } from '#server/db/prepared.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { performers } from './tables.ts';

export type Performer = typeof performers.$inferSelect;

export const foldUsername = (username: string): string => username.trim().toLowerCase();

export async function findPerformer(
  deps: Pick<Deps, 'db'>,
  username: string,
): Promise<Performer | undefined> {
  const [row] = await deps.db
    .select()
    .from(performers)
    .where(eq(performers.usernameFolded, foldUsername(username)));
  return row;
}

export async function performerById(deps: Pick<Deps, 'db'>, id: number): Promise<Performer | undefined> {
  const [row] = await deps.db.select().from(performers).where(eq(performers.id, id));
  return row;
}

/** Whether a performer is there, was removed, or was never: for what is asked many times a second. */
export async function performerState(
  { db }: Pick<Deps, 'db'>,
  id: number,
): Promise<'there' | 'removed' | 'unknown'> {
  const [row] = await prepared(db, 'performer-state', () =>
    db
      .select({ removedAt: performers.removedAt })
      .from(performers)
      .where(eq(performers.id, sql.placeholder('id'))),
  ).execute({ id });
  if (!row) return 'unknown';
  return row.removedAt ? 'removed' : 'there';
}

/** Usernames by id, those of performers who were removed too. */
export async function performerNames(
  deps: Pick<Deps, 'db'>,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await deps.db
    .select({ id: performers.id, username: performers.username })
    .from(performers)
    .where(inArray(performers.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, username }) => [id, username]));
}

/** Those of `folded` (foldLookAlikes) that a performer's name reads like, also one who was removed. */
export async function performersLike(
  deps: Pick<Deps, 'db'>,
  folded: readonly string[],
): Promise<Set<string>> {
  const rows = await deps.db
    .selectDistinct({ lookAlike: performers.lookAlike })
    .from(performers)
    .where(inArray(performers.lookAlike, [...folded]));
  return new Set(rows.map(({ lookAlike }) => lookAlike));
}

/** The status of the performer that a column names, as part of another statement. */
export const statusOf = (db: Pick<Deps['db'], 'select'>, performerId: SQLWrapper) =>
  sql<OnlineStatus>`coalesce((${db
    .select({ status: performers.onlineStatus })
    .from(performers)
    .where(eq(performers.id, performerId))}), ${onlineStatus.offline})`.mapWith(Number);

/** Offline for an unknown performer. */
export async function readStatus(deps: Pick<Deps, 'db'>, id: number): Promise<OnlineStatus> {
  const [row] = await deps.db
    .select({ status: performers.onlineStatus })
    .from(performers)
    .where(eq(performers.id, id));
  return row?.status ?? onlineStatus.offline;
}

export async function statusesById(
  deps: Pick<Deps, 'db'>,
  ids: readonly number[],
): Promise<Map<number, OnlineStatus>> {
  const rows = await deps.db
    .select({ id: performers.id, status: performers.onlineStatus })
    .from(performers)
    .where(inArray(performers.id, [...ids]));
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** The same, while the caller's transaction keeps it from changing. */
export async function holdStatus(tx: Tx, id: number): Promise<OnlineStatus> {
  const [row] = await tx
    .select({ status: performers.onlineStatus })
    .from(performers)
    .where(eq(performers.id, id))
    .for('share');
  return row?.status ?? onlineStatus.offline;
}

/** Performers who are not offline, by id. */
export async function onlinePerformers(deps: Pick<Deps, 'db'>): Promise<Map<number, OnlineStatus>> {
  const rows = await deps.db
    .select({ id: performers.id, status: performers.onlineStatus })
    .from(performers)
    .where(ne(performers.onlineStatus, onlineStatus.offline));
  return new Map(rows.map(({ id, status }) => [id, status]));
}
