import { localePath, splitLocale } from '#contract/locales.ts';
import { findRoute } from '#contract/page-routes.ts';
import { routes } from '#contract/routes.ts';
import type { Transport } from '../../api/call.ts';
import { findCategory } from '../categories/find-category.ts';
import { findProfile } from './find-profile.ts';

/** A URL (path and query) with the performer's or category's own spelling; unchanged if unknown. */
export async function spelled(url: string, { transport }: { transport: Transport }): Promise<string> {
  const { pathname, search } = new URL(url, 'http://site.internal');
  const { locale, path } = splitLocale(pathname);
  const options = { locale, transport, nonNude: true };
  try {
    const own = await spelledPath(path, options);
    return own === path ? url : localePath(locale, own) + search;
  } catch {
    // Its page reports why: the performer was removed, or the API is unreachable.
    return url;
  }
}

async function spelledPath(path: string, options: Parameters<typeof findCategory>[1]): Promise<string> {
  const found = findRoute(path);
  const name = found?.route.name;
  if (name === 'profile' || name === 'stream') {
    const profile = await findProfile(found?.params['model'], options);
    return profile ? routes[name](profile.username) : path;
  }
  if (found) return path;
  const category = await findCategory(path.slice(1).toLowerCase(), options);
  return category ? routes.category(category.slug) : path;
}

/** Redirect target (301) for a page requested in another spelling than `own`; null if the spelling matches. */
export const otherSpelling = (
  own: string,
  { locale, path, search }: Pick<App.Locals, 'locale' | 'path' | 'search'>,
): string | null => (path === own ? null : localePath(locale, own) + search);
