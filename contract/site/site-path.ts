import { z } from 'zod';

/** Characters of a path with its query that a call takes. */
export const SITE_PAGE_MAX = 1000;

/** A path of this site, else home. */
export function safeReturn(target: unknown): string {
  return typeof target === 'string' && /^\/(?![/\\])/.test(target) && !/[\r\n\t]/.test(target) ? target : '/';
}

/** Path and query of a page of this site, with its locale; never an address of another one. */
export const sitePageSchema = z
  .string()
  .max(SITE_PAGE_MAX)
  .refine((page) => safeReturn(page) === page);

/** The same of a whole address of this site, as a client may name it; null for one of another site. */
export function pathOnSite(target: string, site: string): string | null {
  if (!URL.canParse(target) || !URL.canParse(site)) return safeReturn(target) === target ? target : null;
  const { origin, pathname, search } = new URL(target);
  const path = pathname + search;
  return origin === new URL(site).origin && safeReturn(path) === path ? path : null;
}

/** As a Location header takes it: what is not ASCII is percent-encoded. */
export const locationOf = (path: string): string =>
  path.replace(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text.toWellFormed()));

/** Query key with the payment's id, on the way back from the provider. */
export const PAYMENT_KEY = 'payment';

/** A path with further keys in its query. */
export function withQuery(page: string, values: Readonly<Record<string, string | undefined>>): string {
  const [path = '', search = ''] = page.split('?', 2);
  const query = new URLSearchParams(search);
  for (const [key, value] of Object.entries(values)) if (value !== undefined) query.set(key, value);
  return query.size > 0 ? `${path}?${query}` : path;
}
