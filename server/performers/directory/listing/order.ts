import type { Columns } from './columns.ts';

/** The default order without language: free, live, last session, rating, id (live spec 9). */
function compare(columns: Columns, a: number, b: number): number {
  const { rank, last, rating, id } = columns;
  const of = (column: Uint8Array | Int32Array | Float64Array, place: number) => column[place] ?? 0;
  const isOffline = of(rank, a) === 0;
  return (
    of(rank, b) - of(rank, a) ||
    (isOffline ? of(last, b) - of(last, a) : 0) ||
    of(rating, b) - of(rating, a) ||
    of(id, a) - of(id, b)
  );
}

/** Whether only language, rating and id decide between two performers. */
export function isSameRun({ rank, last }: Columns, a: number, b: number): boolean {
  return rank[a] === rank[b] && (rank[a] !== 0 || last[a] === last[b]);
}

/** The order after the rows of `moved` changed. */
export function reorder(columns: Columns, order: Int32Array, moved: ReadonlySet<number>): Int32Array {
  const kept = without(columns, order, moved);
  const sorted = Int32Array.from(moved).sort((a, b) => compare(columns, a, b));
  const merged = new Int32Array(kept.length + sorted.length);
  let from = 0;
  for (const [before, place] of sorted.entries()) {
    const until = firstAfter(columns, kept, place, from);
    merged.set(kept.subarray(from, until), from + before);
    merged[until + before] = place;
    from = until;
  }
  merged.set(kept.subarray(from), from + sorted.length);
  return merged;
}

function without({ size }: Columns, order: Int32Array, moved: ReadonlySet<number>): Int32Array {
  const isMoved = new Uint8Array(size);
  for (const place of moved) isMoved[place] = 1;
  const kept = new Int32Array(order.length);
  let left = 0;
  for (let at = 0; at < order.length; at += 1) {
    const place = order[at] ?? 0;
    kept[left] = place;
    left += isMoved[place] === 1 ? 0 : 1;
  }
  return kept.subarray(0, left);
}

/** Binary search for the position of `place` from `from` on. */
function firstAfter(columns: Columns, kept: Int32Array, place: number, from: number): number {
  let [low, high] = [from, kept.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(columns, kept[middle] ?? 0, place) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
