/** Keys that ask a page for something once: they must not travel on. */
const once: readonly string[] = ['action', 'token', 'password', 'payment'];

/** The query of an address without what was meant for one visit, as a link to the same page carries it. */
export function lastingQuery(search: string): string {
  const query = new URLSearchParams(search);
  const had = once.filter((key) => query.has(key));
  if (had.length === 0) return search;
  for (const key of had) query.delete(key);
  const left = query.toString();
  return left ? `?${left}` : '';
}
