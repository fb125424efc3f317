import type { Direction, OrderKey } from '#contract/performers/directory/directory-calls.ts';
import type { Columns } from './columns.ts';
import { maskOf } from './conditions.ts';

/** Tenths of a star. */
const RATINGS = 51;

export interface OrderStep {
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
export function orderBy(columns: Columns, found: Int32Array, steps: readonly OrderStep[]): Int32Array {
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
