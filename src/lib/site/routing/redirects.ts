import { defaultLocale, isLocale, type Locale, localePath, splitLocale } from '#contract/locales.ts';
import { formerRoots, pageRoutes } from '#contract/site/page-routes.ts';
import { routes } from '#contract/site/routes.ts';
import { withoutInvalid } from '#contract/tracking/affiliate.ts';

/** A URL of this site without its origin. */
interface SiteUrl {
  readonly locale: Locale;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Returns the new URL, or the same object if the rule does not apply. */
type Rule = (url: SiteUrl) => SiteUrl;

/** Applied in this order, so that several changes give a single redirect. */
const rules: readonly Rule[] = [profilePath, profileQuery, legacyPath, namedPath];

/** The URL's permanent redirect target (301), as path and query; null if the URL is current. */
export function redirectFor(url: URL): string | null {
  const clean = tidied(url.pathname);
  const original: SiteUrl = { ...splitLocale(clean), query: url.searchParams };
  const found = rules.reduce((url, rule) => rule(url), original);
  if (found !== original) return textOf(found);
  return clean === url.pathname ? null : clean + withoutInvalid(url.search);
}

/** Single slashes, none at the end (two at the start would name another host); the locale in lower case. */
function tidied(pathname: string): string {
  const [first = '', ...rest] = pathname.split('/').filter((part) => part !== '');
  const locale = first.toLowerCase();
  return `/${[isLocale(locale) ? locale : first, ...rest].join('/')}`;
}

function textOf({ locale, path, query }: SiteUrl): string {
  const search = query.toString();
  return localePath(locale, path) + withoutInvalid(search ? `?${search}` : '');
}

function profilePath(url: SiteUrl): SiteUrl {
  const rest = /^\/profiel(\/.*)?$/i.exec(url.path);
  return rest ? { ...url, path: `/profile${rest[1] ?? ''}` } : url;
}

/** Profile URLs of the former site, on any path: `?sect=profile&m=Noor`. */
function profileQuery(url: SiteUrl): SiteUrl {
  const username = url.query.get('m')?.trim() ?? '';
  // Dots alone would step up in the path.
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

const roots: ReadonlySet<string> = new Set(pageRoutes.map(({ path }) => path.split('/')[1] ?? ''));

/** Spells the first segment like the table of pages. Later segments may be names with capitals. */
function namedPath(url: SiteUrl): SiteUrl {
  const [, first = '', ...rest] = url.path.split('/');
  const root = first.toLowerCase();
  if (root === first || !roots.has(root)) return url;
  return { ...url, path: ['', root, ...rest].join('/') };
}
