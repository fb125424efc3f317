import { and, arrayOverlaps, eq, isNull, not, notInArray, type SQL, sql } from 'drizzle-orm';
import { codesAt } from '#contract/safety/hidden-places.ts';
import { inHouse, type Visitor } from '#server/ports/performer-viewer.ts';
import { performers } from './tables.ts';

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
