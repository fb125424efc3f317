import { withoutInvalid } from '../tracking/affiliate.ts';

/** Keys that are valid for one visit only. */
const once: readonly string[] = ['action', 'token', 'password', 'payment'];

/** The query for links to the same page: without one-visit keys and without values no link may carry. */
export function lastingQuery(search: string): string {
  const query = new URLSearchParams(withoutInvalid(search));
  const had = once.filter((key) => query.has(key));
  if (had.length === 0) return withoutInvalid(search);
  for (const key of had) query.delete(key);
  const left = query.toString();
  return left ? `?${left}` : '';
}
