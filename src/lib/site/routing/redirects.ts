import { defaultLocale, type Locale, localePath, splitLocale } from '#contract/locales.ts';
import { formerRoots } from '#contract/page-routes.ts';
import { routes } from '#contract/routes.ts';

/** A URL of this site without its origin. */
interface SiteUrl {
  readonly locale: Locale;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Returns the new URL, or the same object when the rule does not apply. */
type Rule = (url: SiteUrl) => SiteUrl;

/** Applied in this order, so that any number of changes is one redirect. */
const rules: readonly Rule[] = [profilePath, profileQuery, legacyPath];

/** Where a URL has moved permanently (301), as path and query; null when it is current. */
export function redirectFor(url: URL): string | null {
  const clean = withoutSlashes(url.pathname);
  const given: SiteUrl = { ...splitLocale(clean), query: url.searchParams };
  const found = rules.reduce((url, rule) => rule(url), given);
  if (found !== given) return textOf(found);
  return clean === url.pathname ? null : clean + url.search;
}

/** No slash at the end, and only one at the beginning: two would name another host. */
function withoutSlashes(pathname: string): string {
  if (!pathname.endsWith('/')) return pathname;
  return pathname.replace(/\/+$/, '').replace(/^\/+/, '/') || '/';
}

function textOf({ locale, path, query }: SiteUrl): string {
  const search = query.toString();
  return localePath(locale, path) + (search ? `?${search}` : '');
}

function profilePath(url: SiteUrl): SiteUrl {
  const rest = /^\/profiel(\/.*)?$/i.exec(url.path);
  return rest ? { ...url, path: `/profile${rest[1] ?? ''}` } : url;
}

/** Profile URLs of the former site, on any path: `?sect=profile&m=Noor`. */
function profileQuery(url: SiteUrl): SiteUrl {
  const username = url.query.get('m')?.trim() ?? '';
  // Dots alone would be a step up in the path.
  if (url.query.get('sect') !== 'profile' || /^\.*$/.test(username)) return url;
  const query = new URLSearchParams(url.query);
  query.delete('sect');
  query.delete('m');
  return { ...url, path: routes.profile(username), query };
}

const gone = new RegExp(`^/(splash[\\w.-]*|${formerRoots.join('|')})(/.*)?$`, 'i');
const nonNudeSplash = /^splash6(\.\w+)?$/i;
const formerTerms = /^\/algemenevoorwaarden(\/.*)?$/i;
/** The former search had other languages, so its prefix is ignored. */
const formerSearch = /^\/([a-z]{2}\/)?search(\/.*)?$/i;

function legacyPath(url: SiteUrl): SiteUrl {
  const { path, query } = url;
  if (formerTerms.test(path)) return { ...url, path: routes.terms };
  if (formerSearch.test(path)) return { ...url, locale: defaultLocale, path: routes.home };
  const name = gone.exec(path)?.[1];
  if (name === undefined) return url;
  const kept = new URLSearchParams(query);
  if (nonNudeSplash.test(name)) kept.set('splash6', 'true');
  return { ...url, path: routes.home, query: kept };
}
