/** A number, or numbers by name; nested. */
export type Numbers = { readonly [name: string]: number | string | null | Numbers };

/** How often each name occurs, by name. */
export function countBy<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): Record<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Null for no numbers. */
export function median(numbers: readonly number[]): number | null {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** Median of the hours between pairs of moments, with one decimal. */
export function medianHours(pairs: readonly (readonly [from: Date, to: Date])[]): number | null {
  const ms = median(pairs.map(([from, to]) => to.getTime() - from.getTime()));
  return ms === null ? null : Math.round(ms / 360_000) / 10;
}

/** Each number with its path: `reports.byReason.fraud`. */
export const rowsOf = (numbers: Numbers, path = ''): (readonly [string, string | number | null])[] =>
  Object.entries(numbers).flatMap(([name, value]) =>
    value !== null && typeof value === 'object'
      ? rowsOf(value, `${path}${name}.`)
      : [[`${path}${name}`, value] as const],
  );
