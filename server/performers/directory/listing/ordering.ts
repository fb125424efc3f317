import type { OrderKey } from '#contract/performers/directory-calls.ts';
import type { Columns } from './columns.ts';
import { maskOf } from './conditions.ts';

/** Tenths of a star. */
const RATINGS = 51;

export interface OrderStep {
  key: OrderKey;
  /** The language for the key `language`. */
  value: string;
}

/**
 * Sorts performers in default order by other keys; earlier keys decide first. Each key is a stable pass, from the last
 * to the first.
 */
export function orderBy(columns: Columns, found: Int32Array, steps: readonly OrderStep[]): Int32Array {
  return steps.reduceRight(passOf, found);

  function passOf(places: Int32Array, { key, value }: OrderStep): Int32Array {
    if (key === 'lastCamSession') return bySession(columns, places, found);
    if (key === 'rating')
      return inBuckets(places, RATINGS, (place) => RATINGS - 1 - (columns.rating[place] ?? 0));
    if (key === 'free') return inBuckets(places, 2, (place) => (columns.rank[place] === 2 ? 0 : 1));
    const [bits, mask] = [columns.filters.language, maskOf('language', [value])];
    return inBuckets(places, 2, (place) => (((bits[place] ?? 0) & mask) === 0 ? 1 : 0));
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
function bySession({ rank, last, size }: Columns, places: Int32Array, found: Int32Array): Int32Array {
  const turns = new Uint32Array(size);
  let turn = 0;
  for (const [at, place] of found.entries()) {
    const before = found[at - 1] ?? place;
    const isSame = (rank[place] ?? 0) > 0 || (rank[before] === 0 && last[place] === last[before]);
    if (!isSame && at > 0) turn += 1;
    turns[place] = turn;
  }
  return inBuckets(places, turn + 1, (place) => turns[place] ?? 0);
}
