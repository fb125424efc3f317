import { isPlainHome, pageToReturnTo, withAffiliate } from '#contract/site/site-page.ts';
import type { Affiliate } from '#contract/tracking/affiliate.ts';

/** Query key and form field of the page to continue on. */
export const NEXT = 'next';

export interface CameFrom {
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
