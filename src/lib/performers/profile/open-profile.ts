import type { AstroGlobal } from 'astro';
import type { Profile } from '#contract/performers/profile-calls.ts';
import { routes } from '#contract/routes.ts';
import { findProfile } from './find-profile.ts';
import { otherSpelling } from './spelled.ts';

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
