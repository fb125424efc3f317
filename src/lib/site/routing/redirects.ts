import { defaultLocale, type Locale, localePath, splitLocale } from '#contract/locales.ts';
import { formerRoots } from '#contract/page-routes.ts';
import { routes } from '#contract/routes.ts';

/** An address on its way: rules change its path or its query. */
interface Address {
  readonly locale: Locale;
  /** Without its language. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Answers where the address belongs now; the very same object where the rule has nothing to say. */
type Rule = (address: Address) => Address;

/** Run in this order, each on what the one before it made: however much has moved, it is one redirect. */
const rules: readonly Rule[] = [profilePath, profileQuery, legacyPath];

/** Where an address has moved for good (301), as a path of this site with its query; null where it is right. */
export function redirectFor(url: URL): string | null {
  const clean = withoutSlashes(url.pathname);
  const given: Address = { ...splitLocale(clean), query: url.searchParams };
  const found = rules.reduce((address, rule) => rule(address), given);
  if (found !== given) return addressOf(found);
  return clean === url.pathname ? null : clean + url.search;
}

/** No slash at the end; and one at the beginning, for two would name another host. */
function withoutSlashes(pathname: string): string {
  if (!pathname.endsWith('/')) return pathname;
  return pathname.replace(/\/+$/, '').replace(/^\/+/, '/') || '/';
}

function addressOf({ locale, path, query }: Address): string {
  const search = query.toString();
  return localePath(locale, path) + (search ? `?${search}` : '');
}

function profilePath(address: Address): Address {
  const rest = /^\/profiel(\/.*)?$/i.exec(address.path);
  return rest ? { ...address, path: `/profile${rest[1] ?? ''}` } : address;
}

/** `?sect=profile&m=Noor`, as the former site addressed its profiles, on whichever page. */
function profileQuery(address: Address): Address {
  const username = address.query.get('m')?.trim() ?? '';
  // Dots alone would be read as a step up the path.
  if (address.query.get('sect') !== 'profile' || /^\.*$/.test(username)) return address;
  const query = new URLSearchParams(address.query);
  query.delete('sect');
  query.delete('m');
  return { ...address, path: routes.profile(username), query };
}

const gone = new RegExp(`^/(splash[\\w.-]*|${formerRoots.join('|')})(/.*)?$`, 'i');
const nonNudeSplash = /^splash6(\.\w+)?$/i;
const formerTerms = /^\/algemenevoorwaarden(\/.*)?$/i;
/** The former search had languages this site does not have: its prefix is not looked at. */
const formerSearch = /^\/([a-z]{2}\/)?search(\/.*)?$/i;

function legacyPath(address: Address): Address {
  const { path, query } = address;
  if (formerTerms.test(path)) return { ...address, path: routes.terms };
  if (formerSearch.test(path)) return { ...address, locale: defaultLocale, path: routes.home };
  const name = gone.exec(path)?.[1];
  if (name === undefined) return address;
  const kept = new URLSearchParams(query);
  if (nonNudeSplash.test(name)) kept.set('splash6', 'true');
  return { ...address, path: routes.home, query: kept };
}
