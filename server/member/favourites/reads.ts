import { and, desc, eq, exists, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '#server/ports/database.ts';
import { favourites } from '../tables.ts';

type Reader = Pick<Db, 'select'>;

/**
 * SQL condition: the member of the one column has the performer of the other as a favourite. For use in another query.
 */
export const isFavourite = (db: Reader, memberId: AnyPgColumn, performerId: AnyPgColumn): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(favourites)
      .where(and(eq(favourites.memberId, memberId), eq(favourites.performerId, performerId))),
  );

export async function hasFavourite(db: Reader, memberId: number, performerId: number): Promise<boolean> {
  const [row] = await db
    .select({ one: sql`1` })
    .from(favourites)
    .where(and(eq(favourites.memberId, memberId), eq(favourites.performerId, performerId)));
  return row !== undefined;
}

/** A page of a member's favourites, newest first. */
export async function favouriteIds(
  db: Reader,
  memberId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: favourites.performerId })
    .from(favourites)
    .where(eq(favourites.memberId, memberId))
    .orderBy(desc(favourites.createdAt), desc(favourites.performerId))
    .limit(limit)
    .offset(offset);
  return rows.map(({ id }) => id);
}
