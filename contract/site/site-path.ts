import * as z from 'zod/mini';
import { withoutInvalid } from '../tracking/affiliate.ts';

/** Maximum characters of a path with its query. */
export const SITE_PAGE_MAX = 1000;

/** Returns the target if it is a path of this site, else `/`. */
export function safeReturn(target: unknown): string {
  return typeof target === 'string' && /^\/(?![/\\])/.test(target) && !/[\r\n\t]/.test(target) ? target : '/';
}

/** Path and query of a page of this site, with its locale. Refuses URLs of other sites. */
export const sitePageSchema = z.string().check(
  z.maxLength(SITE_PAGE_MAX),
  z.refine((page) => safeReturn(page) === page),
);

/** Path and query of an absolute URL on this site, or of a path; null for another site. */
export function pathOnSite(target: string, site: string): string | null {
  if (!URL.canParse(target) || !URL.canParse(site)) return safeReturn(target) === target ? target : null;
  const { origin, pathname, search } = new URL(target);
  const path = pathname + search;
  return origin === new URL(site).origin && safeReturn(path) === path ? path : null;
}

/** Percent-encodes non-ASCII characters for a Location header. */
export const locationOf = (path: string): string =>
  path.replace(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text.toWellFormed()));

/** Query key with the payment's id, on the return from the provider. */
export const PAYMENT_KEY = 'payment';

/** Adds keys to a path's query. */
export function withQuery(page: string, values: Readonly<Record<string, string | undefined>>): string {
  const [path = '', search = ''] = page.split('?', 2);
  const query = new URLSearchParams(search);
  for (const [key, value] of Object.entries(values)) if (value !== undefined) query.set(key, value);
  return query.size > 0 ? `${path}?${query}` : path;
}

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
