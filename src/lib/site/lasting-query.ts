/** Keys for one visit only. */
const once: readonly string[] = ['action', 'token', 'password', 'payment'];

/** The query without them, for links to the same page. */
export function lastingQuery(search: string): string {
  const query = new URLSearchParams(search);
  const had = once.filter((key) => query.has(key));
  if (had.length === 0) return search;
  for (const key of had) query.delete(key);
  const left = query.toString();
  return left ? `?${left}` : '';
}
