import { and, eq, exists, inArray, isNotNull, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Showing } from '#server/ports/performer-viewer.ts';
import { performers } from './tables.ts';

export type Performer = typeof performers.$inferSelect;

export const foldUsername = (username: string): string => username.trim().toLowerCase();

/** When a performer went live; null while she is offline. */
export async function publicSince(db: Pick<Db, 'select'>, id: number): Promise<Date | null> {
  const [row] = await db
    .select({ publicSince: performers.publicSince })
    .from(performers)
    .where(eq(performers.id, id));
  return row?.publicSince ?? null;
}

/** When performers went live; those who are offline are missing. */
export async function publicSinces(
  db: Pick<Db, 'select'>,
  ids: readonly number[],
): Promise<Map<number, Date>> {
  const rows = await db
    .select({ id: performers.id, publicSince: performers.publicSince })
    .from(performers)
    .where(and(inArray(performers.id, [...ids]), isNotNull(performers.publicSince)));
  return new Map(rows.flatMap(({ id, publicSince }) => (publicSince ? [[id, publicSince]] : [])));
}

/** SQL value: when the performer whose id is in `column` went live; null while she is offline. For use in another query. */
export const publicSinceOf = (db: Pick<Deps['db'], 'select'>, column: SQLWrapper): SQL<Date | null> =>
  sql`(${db.select({ since: performers.publicSince }).from(performers).where(eq(performers.id, column))})`.mapWith(
    performers.publicSince,
  );

/** SQL condition: the performer whose id is in `column` was removed. For use in another query. */
export const isRemovedPerformer = (db: Pick<Deps['db'], 'select'>, column: SQLWrapper): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(performers)
      .where(and(eq(performers.id, column), isNotNull(performers.removedAt))),
  );

/** Which of `folded` (foldLookAlikes) look like a performer's name, including removed performers. */
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

/** What a chat needs to know of its performer at each report and act. */
export interface PerformerState extends Showing {
  readonly id: number;
  readonly onlineStatus: OnlineStatus;
}

export const performerStateSchema: z.ZodType<PerformerState> = z.object({
  id: z.int(),
  onlineStatus: z.custom<OnlineStatus>(),
  removedAt: z.string().nullable(),
  suspendedAt: z.string().nullable(),
  hiddenIn: z.array(z.string()),
});

const stateAsJson = sql`json_build_object('id', ${performers.id}, 'onlineStatus', ${performers.onlineStatus},
  'removedAt', ${performers.removedAt}, 'suspendedAt', ${performers.suspendedAt}, 'hiddenIn', ${performers.hiddenIn})`;

/** The state of the performer with the id in a column, as part of another statement; null if she does not exist. */
export const stateOf = (
  db: Pick<Deps['db'], 'select'>,
  performerId: SQLWrapper,
): SQL<PerformerState | null> =>
  sql<PerformerState | null>`(${db.select({ state: stateAsJson }).from(performers).where(eq(performers.id, performerId))})`;

/** The states of performers by id, as JSON and as part of another statement; null without states. */
export const statesAmong = (ids: readonly number[]): SQL =>
  sql`(select json_object_agg(${performers.id}, ${stateAsJson}) from ${performers}
    where ${performers.id} = any(${sql.param([...new Set(ids)])}::int[]))`;

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

/** Like `readStatus`, with the row locked by the caller's transaction. */
export async function holdStatus(tx: Tx, id: number): Promise<OnlineStatus> {
  const [row] = await tx
    .select({ status: performers.onlineStatus })
    .from(performers)
    .where(eq(performers.id, id))
    .for('share');
  return row?.status ?? onlineStatus.offline;
}

/** Her status and her own prices, with the row locked by the caller's transaction; undefined for an unknown performer. */
export async function holdOffer(
  tx: Tx,
  id: number,
): Promise<Pick<Performer, 'onlineStatus' | 'chatPrice' | 'vipPrice'> | undefined> {
  const [row] = await tx
    .select({
      onlineStatus: performers.onlineStatus,
      chatPrice: performers.chatPrice,
      vipPrice: performers.vipPrice,
    })
    .from(performers)
    .where(eq(performers.id, id))
    .for('share');
  return row;
}

/** Locks the row in the caller's transaction; false if the performer was removed or does not exist. */
export async function holdPerformer(
  tx: Pick<Tx, 'select'>,
  id: number,
  lock: 'share' | 'no key update',
): Promise<boolean> {
  const [row] = await tx
    .select({ removedAt: performers.removedAt })
    .from(performers)
    .where(eq(performers.id, id))
    .for(lock);
  return row?.removedAt === null;
}

/** Performers who are not offline, with when they were told that their picture is lost. */
export const picturesOnAir = ({ db }: Pick<Deps, 'db'>) =>
  db
    .select({
      id: performers.id,
      status: performers.onlineStatus,
      pictureLostAt: performers.pictureLostAt,
    })
    .from(performers)
    .where(ne(performers.onlineStatus, onlineStatus.offline));

/** Performers who are not offline, as the desk's wall lists them. */
export const performersOnAir = ({ db }: Pick<Deps, 'db'>) =>
  db
    .select({
      id: performers.id,
      username: performers.username,
      status: performers.onlineStatus,
      firstCamSession: performers.firstCamSession,
      createdAt: performers.createdAt,
    })
    .from(performers)
    .where(ne(performers.onlineStatus, onlineStatus.offline));

/** Performers who are not offline, by id. */
export async function onlinePerformers(deps: Pick<Deps, 'db'>): Promise<Map<number, OnlineStatus>> {
  const rows = await deps.db
    .select({ id: performers.id, status: performers.onlineStatus })
    .from(performers)
    .where(ne(performers.onlineStatus, onlineStatus.offline));
  return new Map(rows.map(({ id, status }) => [id, status]));
}
