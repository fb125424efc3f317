import { localePath, splitLocale } from '../locales.ts';
import { isBelow, serviceRoots } from '../start/roots.ts';
import { type Affiliate, affiliateRules } from '../tracking/affiliate.ts';
import { areaOf, isPageWith, machineRoutes } from './page-routes.ts';
import { routes } from './routes.ts';
import { lastingQuery, safeReturn, withQuery } from './site-path.ts';

const ANY_SITE = 'http://site.internal';
const services = serviceRoots.map((root) => `/${root}`);

/**
 * The page as path and lasting query. Null if it can't be returned to: a form that leads on, a page that acts when
 * opened, a file, another site.
 */
export function pageToReturnTo(target: unknown): string | null {
  const page = readTarget(target);
  if (!page) return null;
  const { path } = splitLocale(page.pathname);
  const leadsOn = isPageWith('guests', path) || isPageWith('through', path);
  // Studio and desk have logins of their own.
  if (leadsOn || areaOf(path) !== 'site' || isBelow(services, path) || isBelow(machineRoutes, path))
    return null;
  return page.pathname + lastingQuery(page.search);
}

/** A performer's page of the studio as path and lasting query; null for any other page. */
export function studioPageToReturnTo(target: unknown): string | null {
  const page = readTarget(target);
  if (!page || !isPageWith('performers', splitLocale(page.pathname).path)) return null;
  return page.pathname + lastingQuery(page.search);
}

/** The same for an operator's page of the desk. */
export function deskPageToReturnTo(target: unknown): string | null {
  const page = readTarget(target);
  if (!page) return null;
  const { path } = splitLocale(page.pathname);
  if (!isPageWith('operators', path) || isPageWith('through', path)) return null;
  return page.pathname + lastingQuery(page.search);
}

/** Null if it is no path of this site. */
function readTarget(target: unknown): URL | null {
  if (typeof target !== 'string' || safeReturn(target) !== target || !URL.canParse(target, ANY_SITE))
    return null;
  const url = new URL(target, ANY_SITE);
  // Parsing resolves dot segments, so the path may now begin with two slashes.
  return safeReturn(url.pathname) === url.pathname ? url : null;
}

/** Home with no query except affiliate values, which every link carries anyway. */
export function isPlainHome(page: string): boolean {
  const { pathname, searchParams } = new URL(page, ANY_SITE);
  return (
    splitLocale(pathname).path === routes.home &&
    [...searchParams.keys()].every((key) => Object.hasOwn(affiliateRules, key))
  );
}

/** A page's path for links from outside. A member's page goes through the login, which redirects members at once. */
export function linkFromOutside(page: string): string {
  const { pathname } = new URL(page, ANY_SITE);
  const { locale, path } = splitLocale(pathname);
  return isPageWith('members', path) ? withQuery(localePath(locale, routes.login), { next: page }) : page;
}

/** Adds the affiliate's values to a page; its existing values win. */
export function withAffiliate(page: string, affiliate: Affiliate): string {
  const own = new URL(page, ANY_SITE).searchParams;
  return withQuery(page, Object.fromEntries(Object.entries(affiliate).filter(([key]) => !own.has(key))));
}
