import { and, asc, count, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { IdentityState, PerformerShelf } from '#contract/desk/people/performer-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { nameMatches } from '#server/db/expressions.ts';
import type { Db } from '#server/ports/database.ts';
import { performers } from '../tables.ts';
import { performerIdentities, sellers } from './tables.ts';

const columns = {
  id: performers.id,
  username: performers.username,
  onlineStatus: performers.onlineStatus,
  lastCamSession: performers.lastCamSession,
  suspendedAt: performers.suspendedAt,
  removedAt: performers.removedAt,
  recordedAt: performerIdentities.recordedAt,
  approvedAt: performerIdentities.approvedAt,
  askedAt: sellers.askedAt,
  savedAt: sellers.savedAt,
  reminders: sql<number>`coalesce(${sellers.reminders}, 0)`.mapWith(Number),
};

const isSeller = eq(sellers.performerId, performers.id);

const isHers = eq(performerIdentities.performerId, performers.id);
const present = isNull(performers.removedAt);
const unrecorded = and(present, isNull(performerIdentities.performerId));

const shelves: Readonly<Record<PerformerShelf, SQL | undefined>> = {
  all: undefined,
  unrecorded,
  unapproved: and(present, isNotNull(performerIdentities.recordedAt), isNull(performerIdentities.approvedAt)),
  suspended: isNotNull(performers.suspendedAt),
  live: ne(performers.onlineStatus, onlineStatus.offline),
};

interface Wanted {
  query: string;
  show: PerformerShelf;
  limit: number;
  offset: number;
}

/** By name; a query is the beginning of a name or of a word in it, or a number. Without identity data. */
export async function findRecords(db: Pick<Db, 'select'>, { query, show, limit, offset }: Wanted) {
  const [, number] = /^(?:performer:)?(\d{1,9})$/i.exec(query.trim()) ?? [];
  const named = nameMatches(performers.searchWords, query);
  const matches = number === undefined ? named : or(eq(performers.id, Number(number)), named);
  return db
    .select(columns)
    .from(performers)
    .leftJoin(performerIdentities, isHers)
    .leftJoin(sellers, isSeller)
    .where(and(shelves[show], query.trim() === '' ? undefined : matches))
    .orderBy(asc(performers.usernameFolded))
    .limit(limit)
    .offset(offset);
}
export type RecordRow = Awaited<ReturnType<typeof findRecords>>[number];

/** Those who exist, in no order. */
export async function recordsOf(db: Pick<Db, 'select'>, ids: readonly number[]): Promise<RecordRow[]> {
  if (ids.length === 0) return [];
  return db
    .select(columns)
    .from(performers)
    .leftJoin(performerIdentities, isHers)
    .leftJoin(sellers, isSeller)
    .where(inArray(performers.id, [...ids]));
}

export async function recordById(db: Pick<Db, 'select'>, id: number): Promise<RecordRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(performers)
    .leftJoin(performerIdentities, isHers)
    .leftJoin(sellers, isSeller)
    .where(eq(performers.id, id));
  return row;
}

/** Number of present performers without an identity record. */
export async function countUnrecorded(db: Pick<Db, 'select'>): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(performers)
    .leftJoin(performerIdentities, isHers)
    .where(unrecorded);
  return row?.count ?? 0;
}

export const identityStateOf = ({
  recordedAt,
  approvedAt,
}: Pick<RecordRow, 'recordedAt' | 'approvedAt'>): IdentityState =>
  approvedAt ? 'approved' : recordedAt ? 'recorded' : 'missing';
