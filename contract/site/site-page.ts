import { localePath, splitLocale } from '../locales.ts';
import { isPageWith, machineRoutes } from '../page-routes.ts';
import { isBelow, serviceRoots } from '../roots.ts';
import { routes } from '../routes.ts';
import { type Affiliate, affiliateRules } from '../tracking/affiliate.ts';
import { lastingQuery } from './lasting-query.ts';
import { safeReturn, withQuery } from './site-path.ts';

const ANY_SITE = 'http://site.internal';
const services = serviceRoots.map((root) => `/${root}`);

/**
 * The page as path and lasting query; null for what nobody can go back to: a form that leads on, what acts by being
 * opened, a file, another site.
 */
export function pageToReturnTo(target: unknown): string | null {
  if (typeof target !== 'string' || safeReturn(target) !== target || !URL.canParse(target, ANY_SITE))
    return null;
  const { pathname, search } = new URL(target, ANY_SITE);
  // Parsing takes out dots, so that two slashes may have come to the front.
  if (safeReturn(pathname) !== pathname) return null;
  const { path } = splitLocale(pathname);
  const leadsOn = isPageWith('guests', path) || isPageWith('through', path);
  if (leadsOn || isBelow(services, path) || isBelow(machineRoutes, path)) return null;
  return pathname + lastingQuery(search);
}

/** Home with nothing in its query but the affiliate, which every link carries by itself. */
export function isPlainHome(page: string): boolean {
  const { pathname, searchParams } = new URL(page, ANY_SITE);
  return (
    splitLocale(pathname).path === routes.home &&
    [...searchParams.keys()].every((key) => Object.hasOwn(affiliateRules, key))
  );
}

/** A page's address for links from outside: a member's leads through the login, which sends members on at once. */
export function linkFromOutside(page: string): string {
  const { pathname } = new URL(page, ANY_SITE);
  const { locale, path } = splitLocale(pathname);
  return isPageWith('members', path) ? withQuery(localePath(locale, routes.login), { next: page }) : page;
}

/** The page with the values of the affiliate; its own win. */
export function withAffiliate(page: string, affiliate: Affiliate): string {
  const own = new URL(page, ANY_SITE).searchParams;
  return withQuery(page, Object.fromEntries(Object.entries(affiliate).filter(([key]) => !own.has(key))));
}
