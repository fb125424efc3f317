import type { AstroGlobal } from 'astro';
import { labelOf } from '#contract/errors.ts';
import { localePath, splitLocale } from '#contract/locales.ts';
import { isFavourite, listFavourites } from '#contract/member/account/favourites-calls.ts';
import { type Profile, readProfile } from '#contract/performers/profile/profile-calls.ts';
import { findRoute } from '#contract/site/page-routes.ts';
import { routes } from '#contract/site/routes.ts';
import { type CallOptions, call, type Transport } from '../../api/call.ts';
import { findCategory } from '../list/find.ts';

type Page = Pick<AstroGlobal, 'params' | 'locals' | 'rewrite' | 'redirect'>;

/** The performer of a page; the not-found page if unknown. */
export async function openProfile(page: Page): Promise<Profile | Response> {
  const { locale, transport, nonNude, link } = page.locals;
  const profile = await findProfile(page.params['model'], { locale, transport, nonNude });
  if (profile) return profile;
  page.locals.shownUrl = link(routes.notFound);
  return page.rewrite(routes.notFound);
}

/** The same for a page at `pathOf(username)`; another spelling of the name is redirected there. */
export async function openProfileAt(
  pathOf: (username: string) => string,
  page: Page,
): Promise<Profile | Response> {
  const profile = await openProfile(page);
  if (profile instanceof Response) return profile;
  const moved = otherSpelling(pathOf(profile.username), page.locals);
  return moved ? page.redirect(moved, 301) : profile;
}

/** Placeholders in links whose performer was unknown. */
const placeholders: ReadonlySet<string> = new Set(['', 'undefined', 'null', ':model']);

/** Null for an unknown performer. Throws AppError if the API is unreachable. */
export async function findProfile(
  username: string | undefined,
  options: CallOptions,
): Promise<Profile | null> {
  if (username === undefined || placeholders.has(username)) return null;
  try {
    return await call(readProfile, { username }, options);
  } catch (error) {
    const label = labelOf(error);
    if (label === 'badRequest.performer.notExists' || label === 'badRequest.invalid.input') return null;
    throw error;
  }
}

/** False for guests, and if the favourites cannot be read. */
export async function readIsFavourite(
  performerId: number,
  { member }: { member: unknown },
  options: CallOptions,
): Promise<boolean> {
  if (!member) return false;
  const answer = await call(listFavourites, {}, options).catch(() => null);
  return isFavourite(answer?.result ?? [], performerId);
}

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
