import { isPlainHome, pageToReturnTo, withAffiliate } from '#contract/site/site-page.ts';
import { lastingQuery, SITE_PAGE_MAX } from '#contract/site/site-path.ts';
import type { Affiliate } from '#contract/tracking/affiliate.ts';

/** Query key and form field of the page to continue on. */
export const NEXT = 'next';

interface CameFrom {
  /** Value of the query or the form. */
  next: unknown;
  referrer: string | null;
  origin: string;
  /** Affiliate of the redirecting page. */
  affiliate: Affiliate;
}

/**
 * The page of this site to continue on after login, as path and query; null for home. `next` takes precedence over the
 * referrer.
 */
export function returnTo({ next, referrer, origin, affiliate }: CameFrom): string | null {
  const page = typeof next === 'string' && next !== '' ? pageToReturnTo(next) : pageOf(referrer, origin);
  return page === null || isPlainHome(page) ? null : withAffiliate(page, affiliate);
}

function pageOf(referrer: string | null, origin: string): string | null {
  if (referrer === null || !URL.canParse(referrer)) return null;
  const from = new URL(referrer);
  return from.origin === origin ? pageToReturnTo(from.pathname + from.search) : null;
}

/** The page to return to: path and lasting query; the query is left out if it is too long. */
export function thisPage({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const page = pathname + lastingQuery(search);
  return page.length <= SITE_PAGE_MAX ? page : pathname;
}
