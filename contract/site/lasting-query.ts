import { withoutInvalid } from '../tracking/affiliate.ts';

/** Keys for one visit only. */
const once: readonly string[] = ['action', 'token', 'password', 'payment'];

/** The query without them and without what no link carries, for links to the same page. */
export function lastingQuery(search: string): string {
  const query = new URLSearchParams(withoutInvalid(search));
  const had = once.filter((key) => query.has(key));
  if (had.length === 0) return withoutInvalid(search);
  for (const key of had) query.delete(key);
  const left = query.toString();
  return left ? `?${left}` : '';
}
