import { and, arrayOverlaps, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { GeoLocation } from '#contract/safety/geo.ts';
import { codesAt, isHiddenAt } from '#contract/safety/hidden-places.ts';
import type { Db } from '#server/ports/database.ts';
import type { Performer } from './reads.ts';
import { performers } from './tables.ts';

/**
 * Whether visitors at a location may know of a performer: she is not suspended, and it is not among the places that she
 * hides from. To others she does not exist.
 */
export const isShownTo = (
  location: GeoLocation,
  { suspendedAt, hiddenIn }: Pick<Performer, 'suspendedAt' | 'hiddenIn'>,
): boolean => suspendedAt === null && !isHiddenAt(hiddenIn, location);

/** Those of `ids` whom a visitor at a location sees, unordered. */
export async function shownAmong(
  db: Pick<Db, 'select'>,
  ids: readonly number[],
  location: GeoLocation,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: performers.id })
    .from(performers)
    .where(and(inArray(performers.id, [...ids]), areShownTo(location)));
  return rows.map(({ id }) => id);
}

/** The same as an SQL condition, which removed performers do not meet either. */
export function areShownTo(location: GeoLocation): SQL | undefined {
  const codes = codesAt(location);
  const everywhere = eq(performers.hiddenIn, sql`'{}'`);
  const seen = location.unreadable
    ? everywhere
    : codes.length === 0
      ? undefined
      : not(arrayOverlaps(performers.hiddenIn, codes));
  return and(isNull(performers.removedAt), isNull(performers.suspendedAt), seen);
}
