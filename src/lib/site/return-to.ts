import { splitLocale } from '#contract/locales.ts';
import { isPageWith, machineRoutes } from '#contract/page-routes.ts';
import { isBelow, serviceRoots } from '#contract/roots.ts';
import { routes } from '#contract/routes.ts';
import { safeReturn } from './cookies.ts';
import { lastingQuery } from './lasting-query.ts';

/** Query key and field of the page to go on with. */
export const NEXT = 'next';

export interface CameFrom {
  /** What the query or the form says. */
  next: unknown;
  referrer: string | null;
  origin: string;
}

/**
 * The page of this site to go on with after logging in, as path and query; null for home. One that is named wins over
 * the one that linked here.
 */
export function returnTo({ next, referrer, origin }: CameFrom): string | null {
  if (typeof next === 'string' && next !== '') return pageOf(next);
  if (referrer === null || !URL.canParse(referrer)) return null;
  const from = new URL(referrer);
  return from.origin === origin ? pageOf(from.pathname + from.search) : null;
}

function pageOf(target: string): string | null {
  const site = 'http://site.internal';
  if (!URL.canParse(safeReturn(target), site)) return null;
  const { pathname, search } = new URL(safeReturn(target), site);
  // Parsing takes out dots, so that two slashes may have come to the front.
  if (safeReturn(pathname) !== pathname) return null;
  const { path } = splitLocale(pathname);
  return isPageToReturnTo(path) ? pathname + lastingQuery(search) : null;
}

/** No form that a guest fills in, nothing that acts by being opened, and no file. */
function isPageToReturnTo(path: string): boolean {
  const services = serviceRoots.map((root) => `/${root}`);
  if (path === routes.home || isPageWith('guests', path) || isPageWith('form', path)) return false;
  return !isBelow(services, path) && !isBelow(machineRoutes, path);
}
