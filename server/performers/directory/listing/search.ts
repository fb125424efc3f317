import type { Gender } from '#contract/performers/directory/filters.ts';
import type { GeoLocation } from '#contract/safety/geo.ts';
import { ANY_GENDER } from './bits.ts';
import type { Columns } from './columns.ts';
import { conditionsOf, hasBits, maskOf, narrow, type PerformerFilter } from './conditions.ts';
import { isSameRun } from './order.ts';
import { type OrderStep, orderBy } from './ordering.ts';

const NOWHERE = -1;

/** All performers, and their default order without language. */
export interface Listing {
  columns: Columns;
  order: Int32Array;
}

export interface Wanted {
  filter: PerformerFilter;
  /** Among equals, performers who speak it come first. */
  language: string;
  /** An order other than the default. */
  steps?: readonly OrderStep[];
  offset: number;
  limit: number;
}

/** The ids of one page, and the number of performers that pass the filter. */
export function search(listing: Listing, wanted: Wanted, now: Date): { ids: number[]; total: number } {
  const { columns, order } = listing;
  const found = narrow(order, conditionsOf(columns, wanted.filter, now));
  const { steps = [], offset, limit } = wanted;
  const page =
    steps.length > 0
      ? [...orderBy(columns, found, steps).subarray(offset, offset + limit)]
      : pageOf(columns, found, wanted);
  return { ids: page.map((place) => columns.id[place] ?? 0), total: found.length };
}

/** Sorts the runs of equals on the page by language, then cuts out the page. */
function pageOf(
  columns: Columns,
  found: Int32Array,
  { language, offset, limit }: Omit<Wanted, 'filter'>,
): number[] {
  const end = Math.min(offset + limit, found.length);
  const speaks = { bits: columns.filters.language, mask: maskOf('language', [language]) };
  const page: number[] = [];
  let start = offset;
  while (start > 0 && start < end && isSame(start - 1, start)) start -= 1;
  const first = start;
  while (start < end) {
    let next = start + 1;
    while (next < found.length && isSame(next - 1, next)) next += 1;
    const run = found.subarray(start, next);
    for (const spoken of [true, false])
      for (const place of run) if (hasBits(speaks, place) === spoken) page.push(place);
    start = next;
  }
  return page.slice(offset - first, offset - first + limit);

  function isSame(one: number, other: number): boolean {
    return isSameRun(columns, found[one] ?? 0, found[other] ?? 0);
  }
}

/** The ids before and after a performer in her gender's list. */
export function neighbours(
  { columns, order }: Listing,
  { id, gender, language, location }: { id: number; gender: Gender; language: string; location: GeoLocation },
  now: Date,
): { before: number | undefined; after: number | undefined } {
  const found = narrow(order, conditionsOf(columns, { gender: [gender], location }, now));
  const at = found.indexOf(columns.placeOf(id) ?? NOWHERE);
  if (at < 0) return { before: undefined, after: undefined };
  const isOfRun = (index: number) => isSameRun(columns, found[index] ?? 0, found[at] ?? 0);
  let [first, last] = [at, at];
  while (first > 0 && isOfRun(first - 1)) first -= 1;
  while (last < found.length - 1 && isOfRun(last + 1)) last += 1;
  // Language sorts within a run, so the run is read with one more at each end.
  const offset = Math.max(0, first - 1);
  const around = pageOf(columns, found, { language, offset, limit: last + 2 - offset });
  const here = around.indexOf(found[at] ?? NOWHERE);
  const idAt = (index: number) => {
    const place = around[index];
    return place === undefined ? undefined : columns.id[place];
  };
  return { before: idAt(here - 1), after: idAt(here + 1) };
}

const LIVE = 1_000_000;
const SHARED = 1000;

/**
 * Ids of similar performers: of the same gender, then of others if those are too few; live ones first, then common
 * interests, then rating.
 */
export function related(
  { columns, order }: Listing,
  { id, limit, location }: { id: number; limit: number; location: GeoLocation },
  now: Date,
): number[] {
  const self = columns.placeOf(id);
  if (self === undefined) return [];
  const bits = columns.filters.gender;
  const own = bits[self] ?? 0;
  const best = bestOf(ofGender(own), limit);
  return best.length === limit
    ? best
    : [...best, ...bestOf(ofGender(ANY_GENDER & ~own), limit - best.length)];

  function ofGender(mask: number): Int32Array {
    const { base, ...rest } = conditionsOf(columns, { excludeIds: [id], location }, now);
    return narrow(order, { ...rest, base: [...base, { bits, mask }] });
  }
  function bestOf(places: Int32Array, most: number): number[] {
    const found: { place: number; score: number }[] = [];
    for (const place of places) {
      const score = scoreOf(place);
      if (found.length === most && score < (found[most - 1]?.score ?? 0)) continue;
      found.push({ place, score });
      found.sort((a, b) => b.score - a.score || idOf(a) - idOf(b));
      found.length = Math.min(found.length, most);
    }
    return found.map(idOf);
  }
  function idOf({ place }: { place: number }): number {
    return columns.id[place] ?? 0;
  }
  function scoreOf(place: number): number {
    const live = (columns.rank[place] ?? 0) > 0 ? LIVE : 0;
    return live + SHARED * columns.sharedCategories(place, self ?? place) + (columns.rating[place] ?? 0);
  }
}
