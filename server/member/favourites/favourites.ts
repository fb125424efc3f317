import { and, count, desc, eq, exists, gte, lte, not, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import {
  type addFavourite as addFavouriteCall,
  FAVOURITES_MAX,
  type Favourite,
  type removeFavourite as removeFavouriteCall,
} from '#contract/member/account/favourites-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { isRemovedPerformer } from '#server/performers/reads.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitorOf } from '#server/ports/performer-viewer.ts';
import { favourites, members } from '../tables.ts';

/** Newest first, without performers who do not exist for this visitor: they come back with her. */
export async function listFavourites(deps: Deps, caller: Caller): Promise<{ result: Favourite[] }> {
  const { memberId } = requireMember(caller);
  const ids = await favouriteIds(deps.db, memberId);
  const shown = await performersFor(deps, visitorOf(caller)).among(ids);
  return { result: shown.map((performerId) => ({ performerId })) };
}

/** Idempotent. Pushes to the member's other pages. */
export async function addFavourite(
  deps: Deps,
  caller: Caller,
  { performerId }: ParsedInput<typeof addFavouriteCall>,
): Promise<true> {
  const { memberId } = requireMember(caller);
  await deps.limits.take('favourite', `${memberId}`);
  if (!(await performersFor(deps, visitorOf(caller)).byId(performerId)))
    throw new AppError('badRequest.performer.notExists');
  const row = { memberId, performerId, createdAt: deps.now() };
  await deps.db.transaction(async (tx) => {
    // Locking the member's row serializes additions, so that the limit holds.
    await tx.select({ id: members.id }).from(members).where(eq(members.id, memberId)).for('update');
    const rows = await tx.insert(favourites).values(row).onConflictDoNothing().returning();
    if (rows.length === 0) return;
    // A removed performer stays in the table, but the member can neither see nor remove her.
    const [kept] = await tx
      .select({ total: count() })
      .from(favourites)
      .where(and(eq(favourites.memberId, memberId), not(isRemovedPerformer(tx, favourites.performerId))));
    if ((kept?.total ?? 0) > FAVOURITES_MAX) throw new AppError('badRequest.favourites.full');
    tx.afterCommit(() => {
      deps.events.record('favourite.added', { member: memberId, performer: performerId });
      deps.push.toMember(memberId, 'favourite-add', { performerId });
    });
  });
  return true;
}

/** Idempotent: removing a performer who is not a favourite does nothing. */
export async function removeFavourite(
  deps: Deps,
  caller: Caller,
  { performerId }: ParsedInput<typeof removeFavouriteCall>,
): Promise<true> {
  const { memberId } = requireMember(caller);
  await deps.limits.take('favourite', `${memberId}`);
  const removed = await deps.db
    .delete(favourites)
    .where(and(eq(favourites.memberId, memberId), eq(favourites.performerId, performerId)))
    .returning({ performerId: favourites.performerId });
  if (removed.length === 0) return true;
  deps.events.record('favourite.removed', { member: memberId, performer: performerId });
  deps.push.toMember(memberId, 'favourite-remove', { performerId });
  return true;
}

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

/** Members who have a performer as a favourite, and how many of them since a moment. */
export async function countFavouritesOf(
  db: Reader,
  performerId: number,
  since: Date,
): Promise<{ total: number; recent: number }> {
  const isNew = sql`${favourites.createdAt} >= ${since.toISOString()}::timestamptz`;
  const [row] = await db
    .select({ total: count(), recent: sql<number>`count(*) filter (where ${isNew})`.mapWith(Number) })
    .from(favourites)
    .where(eq(favourites.performerId, performerId));
  return row ?? { total: 0, recent: 0 };
}

/** Members who follow a performer, and how many of them want to be told of her. */
export async function countFollowers(
  db: Reader,
  performerId: number,
): Promise<{ total: number; reachable: number }> {
  const isReachable = or(favourites.liveMail, favourites.liveBrowser);
  const [row] = await db
    .select({
      total: count(),
      reachable: sql<number>`count(*) filter (where ${isReachable})`.mapWith(Number),
    })
    .from(favourites)
    .where(eq(favourites.performerId, performerId));
  return row ?? { total: 0, reachable: 0 };
}

/** Members who made a performer a favourite in a span, and still have her. */
export async function countFavouritesIn(
  db: Reader,
  performerId: number,
  { from, to }: { from: Date; to: Date },
): Promise<number> {
  const { createdAt } = favourites;
  const [row] = await db
    .select({ total: count() })
    .from(favourites)
    .where(and(eq(favourites.performerId, performerId), gte(createdAt, from), lte(createdAt, to)));
  return row?.total ?? 0;
}

/** A member's favourites, newest first, whether or not they are shown to the member. */
export async function favouriteIds(db: Reader, memberId: number): Promise<number[]> {
  const rows = await db
    .select({ id: favourites.performerId })
    .from(favourites)
    .where(eq(favourites.memberId, memberId))
    .orderBy(desc(favourites.createdAt), desc(favourites.performerId));
  return rows.map(({ id }) => id);
}
