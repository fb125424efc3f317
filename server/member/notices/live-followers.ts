import { and, asc, eq, gt, notExists, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '#server/ports/database.ts';
import { isCoolingOff } from '#server/wallet/limits/reads.ts';
import { favourites, liveNotices, members } from '../tables.ts';
import { isReachable } from './reads.ts';

interface Followers {
  performerId: number;
  publicSince: Date;
  now: Date;
  /** Returns the members with higher ids. */
  after: number;
  limit: number;
  /** Query for rows that exclude the member of the column. */
  excluded: (memberId: SQLWrapper) => SQLWrapper;
}

/** Members who want to be told of this start and were not, by id. */
export async function liveFollowers(
  db: Pick<Db, 'select'>,
  { performerId, publicSince, now, after, limit, excluded }: Followers,
): Promise<number[]> {
  const { memberId } = favourites;
  const isTold: SQL | undefined = and(
    eq(liveNotices.memberId, memberId),
    eq(liveNotices.performerId, performerId),
    eq(liveNotices.publicSince, publicSince),
  );
  const rows = await db
    .select({ memberId })
    .from(favourites)
    .innerJoin(members, eq(members.id, memberId))
    .where(
      and(
        eq(favourites.performerId, performerId),
        or(favourites.liveMail, favourites.liveBrowser),
        gt(memberId, after),
        isReachable,
        notExists(db.select({ one: sql`1` }).from(liveNotices).where(isTold)),
        notExists(isCoolingOff(db, memberId, now)),
        notExists(excluded(memberId)),
      ),
    )
    .orderBy(asc(memberId))
    .limit(limit);
  return rows.map((row) => row.memberId);
}
