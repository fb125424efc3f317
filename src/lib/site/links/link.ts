import { type Locale, localePath, splitLocale } from '#contract/locales.ts';
import { type Affiliate, affiliateOf } from '#contract/tracking/affiliate.ts';

/** A list repeats its key; undefined leaves it out. */
export type LinkQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Creates a URL of this site for one visitor, with locale and affiliate values. */
export type Link = (path: string, query?: LinkQuery) => string;

/** What a page's links depend on, for components that get it as props. */
export interface LinkProps {
  readonly locale: Locale;
  readonly affiliate: Affiliate;
}

export function createLink(locale: Locale, carried: Affiliate): Link {
  // Most links have no other query.
  const plain = searchOf(carried);
  return (path, query) => localePath(locale, path) + (query ? searchOf({ ...query, ...carried }) : plain);
}

function searchOf(query: LinkQuery): string {
  const search = new URLSearchParams();
  for (const [name, value = []] of Object.entries(query)) {
    for (const one of [value].flat()) search.append(name, one);
  }
  return search.size > 0 ? `?${search}` : '';
}

/** For scripts: locale and affiliate values of the page's own URL. */
export const linkFrom = (page: { pathname: string; search: string }): Link =>
  createLink(splitLocale(page.pathname).locale, affiliateOf(new URLSearchParams(page.search)));

/** A URL of a sister site (performers, affiliates) with the affiliate's code, else this brand's. */
export function outgoing(
  address: string,
  { affiliate, code, source }: { affiliate: Affiliate; code: string; source: string },
): string {
  const { splash6: _, ...others } = affiliate;
  const url = new URL(address);
  for (const [key, value] of Object.entries({ p: code, ...others, source })) url.searchParams.set(key, value);
  return url.href;
}
