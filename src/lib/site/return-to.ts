import { isPlainHome, pageToReturnTo, withAffiliate } from '#contract/site/site-page.ts';
import type { Affiliate } from '#contract/tracking/affiliate.ts';

/** Query key and field of the page to go on with. */
export const NEXT = 'next';

export interface CameFrom {
  /** What the query or the form says. */
  next: unknown;
  referrer: string | null;
  origin: string;
  /** Of the page that leads on. */
  affiliate: Affiliate;
}

/**
 * The page of this site to go on with after logging in, as path and query; null for home. One that is named wins over
 * the one that linked here.
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
