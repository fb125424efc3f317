import type { Columns } from './columns.ts';

/** The default order but for the language: free, live, then who was on last; rating; who came first (live spec 9). */
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

/** Whether nothing but language, rating and id puts these two in their order. */
export function isSameRun({ rank, last }: Columns, a: number, b: number): boolean {
  return rank[a] === rank[b] && (rank[a] !== 0 || last[a] === last[b]);
}

/** Places in order, after those of `moved` were written anew. */
export function reorder(columns: Columns, order: Int32Array, moved: ReadonlySet<number>): Int32Array {
  const kept = order.filter((place) => !moved.has(place));
  const sorted = Int32Array.from(moved).sort((a, b) => compare(columns, a, b));
  const merged = new Int32Array(kept.length + sorted.length);
  let from = 0;
  let at = 0;
  for (const place of sorted) {
    for (; from < kept.length && compare(columns, kept[from] ?? 0, place) < 0; from += 1) {
      merged[at] = kept[from] ?? 0;
      at += 1;
    }
    merged[at] = place;
    at += 1;
  }
  merged.set(kept.subarray(from), at);
  return merged;
}
