import { defaultLocale, type Locale, localePath, splitLocale } from '#contract/locales.ts';
import { formerRoots, routes } from '#contract/routes.ts';

/** An url on its way: rules change its path or its query. */
interface SiteUrl {
  readonly locale: Locale;
  /** Without its language. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Answers where the url belongs now; the very same object where the rule has nothing to say. */
type Rule = (url: SiteUrl) => SiteUrl;

/** Run in this order, each on what the one before it made: however much has moved, it is one redirect. */
const rules: readonly Rule[] = [profilePath, profileQuery, legacyPath];

/** Where an url has moved for good (301), as a path of this site with its query; null where it is right. */
export function redirectFor(url: URL): string | null {
  const clean = withoutSlashes(url.pathname);
  const given: SiteUrl = { ...splitLocale(clean), query: url.searchParams };
  const found = rules.reduce((url, rule) => rule(url), given);
  if (found !== given) return textOf(found);
  return clean === url.pathname ? null : clean + url.search;
}

/** No slash at the end; and one at the beginning, for two would name another host. */
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

/** `?sect=profile&m=Noor`, as the former site addressed its profiles, on whichever page. */
function profileQuery(url: SiteUrl): SiteUrl {
  const username = url.query.get('m')?.trim() ?? '';
  // Dots alone would be read as a step up the path.
  if (url.query.get('sect') !== 'profile' || /^\.*$/.test(username)) return url;
  const query = new URLSearchParams(url.query);
  query.delete('sect');
  query.delete('m');
  return { ...url, path: routes.profile(username), query };
}

const gone = new RegExp(`^/(splash[\\w.-]*|${formerRoots.join('|')})(/.*)?$`, 'i');
const nonNudeSplash = /^splash6(\.\w+)?$/i;
const formerTerms = /^\/algemenevoorwaarden(\/.*)?$/i;
/** The former search had languages this site does not have: its prefix is not looked at. */
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
