import { isLocale } from '../locales.ts';
import { findRoute, pageRoutes } from '../site/page-routes.ts';
import { routes } from '../site/routes.ts';

/** Facts about the site for checking a link. */
export interface KnownSite {
  /** Slugs of active categories; null if they can't be read. */
  readonly categories: readonly string[] | null;
  /** Whether a static file exists at this path. */
  readonly isServed: (path: string) => boolean;
  /** Null before the database is open. */
  readonly isPerformer: ((username: string) => boolean) | null;
}

/** Why a path (without its language) opens no page, as the end of a sentence; null if it opens one. */
export function deadLink(link: string, site: KnownSite): string | null {
  const [path = '/'] = link.split(/[?#]/);
  const [, first = ''] = path.split('/');
  if (isLocale(first)) return `${link} begins with a language; leave it out, each visitor gets their own`;
  const found = findRoute(path);
  const route = found?.route ?? pageRoutes.find((one) => one.path === path);
  if (route?.name === 'profile' || route?.name === 'stream')
    return deadPerformer(link, found?.params.model, site);
  if (route && path !== routes.notFound) return null;
  const slug = path.slice(1);
  if (!site.categories || site.categories.includes(slug) || site.isServed(path)) return null;
  return `${link} leads to no page of the site; use the address of one, like /new-cams or that of a category`;
}

function deadPerformer(
  link: string,
  username: string | undefined,
  { isPerformer }: KnownSite,
): string | null {
  if (!username) return `${link} lacks the username of a performer`;
  return isPerformer && !isPerformer(username) ? `${link} leads to an unknown performer` : null;
}
