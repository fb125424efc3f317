import type { Direction, OrderKey } from '#contract/performers/directory/directory-calls.ts';
import type { Gender } from '#contract/performers/directory/filters.ts';
import type { GeoLocation } from '#contract/safety/geo.ts';
import { ANY_GENDER } from './bits.ts';
import type { Columns } from './columns.ts';
import { conditionsOf, hasBits, maskOf, narrow, type PerformerFilter } from './conditions.ts';
import { isSameRun } from './order.ts';

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

/** Tenths of a star. */
const RATINGS = 51;

interface OrderStep {
  key: OrderKey;
  /** For the key `language`. */
  language: string;
  /** For the other keys. */
  direction: Direction;
}

interface Buckets {
  readonly count: number;
  /** The bucket of a performer, in descending order. */
  readonly of: (place: number) => number;
}

/**
 * Sorts performers in default order by other keys; earlier keys decide first. Each key is a stable pass, from the last
 * to the first.
 */
function orderBy(columns: Columns, found: Int32Array, steps: readonly OrderStep[]): Int32Array {
  const buckets = {
    lastCamSession: () => sessionsOf(columns, found),
    rating: () => ({ count: RATINGS, of: (place: number) => RATINGS - 1 - (columns.rating[place] ?? 0) }),
    free: () => ({ count: 2, of: (place: number) => (columns.rank[place] === 2 ? 0 : 1) }),
  };
  return steps.reduceRight(passOf, found);

  function passOf(places: Int32Array, { key, language, direction }: OrderStep): Int32Array {
    const [bits, mask] = [columns.filters.language, maskOf('language', [language])];
    if (key === 'language')
      return inBuckets(places, 2, (place) => (((bits[place] ?? 0) & mask) === 0 ? 1 : 0));
    if (key === 'price') return inBuckets(places, ...byPrice(direction));
    const { count, of } = buckets[key]();
    return inBuckets(places, count, (place) => (direction === 'desc' ? of(place) : count - 1 - of(place)));
  }

  /** The live first, whatever the direction. */
  function byPrice(direction: Direction): [count: number, bucketOf: (place: number) => number] {
    const prices = [...new Set(found.map((place) => columns.price[place] ?? 0))].sort((a, b) => a - b);
    if (direction === 'desc') prices.reverse();
    const turns = new Map(prices.map((credits, turn) => [credits, turn]));
    const turnOf = (place: number) => turns.get(columns.price[place] ?? 0) ?? 0;
    return [
      2 * prices.length,
      (place) => turnOf(place) + ((columns.rank[place] ?? 0) > 0 ? 0 : prices.length),
    ];
  }
}

/** A counting sort: no comparisons, whatever the number of performers. */
function inBuckets(places: Int32Array, count: number, bucketOf: (place: number) => number): Int32Array {
  const starts = new Uint32Array(count + 1);
  for (const place of places) {
    const next = bucketOf(place) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let bucket = 1; bucket < count; bucket += 1)
    starts[bucket] = (starts[bucket] ?? 0) + (starts[bucket - 1] ?? 0);
  const sorted = new Int32Array(places.length);
  for (const place of places) {
    const bucket = bucketOf(place);
    const at = starts[bucket] ?? 0;
    sorted[at] = place;
    starts[bucket] = at + 1;
  }
  return sorted;
}

/** Ranks performers by session: online ones first, then the last session, which is the default order. */
function sessionsOf({ rank, last, size }: Columns, found: Int32Array): Buckets {
  const turns = new Uint32Array(size);
  let turn = 0;
  for (const [at, place] of found.entries()) {
    const before = found[at - 1] ?? place;
    const isSame = (rank[place] ?? 0) > 0 || (rank[before] === 0 && last[place] === last[before]);
    if (!isSame && at > 0) turn += 1;
    turns[place] = turn;
  }
  return { count: turn + 1, of: (place) => turns[place] ?? 0 };
}
