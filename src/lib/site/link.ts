import { type Locale, localePath, splitLocale } from '#contract/locales.ts';
import { type Affiliate, affiliateOf } from '#contract/tracking/affiliate.ts';

/** What a link says behind its `?`; a list repeats its name, nothing leaves it out. */
export type LinkQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Makes an address of this site in the visitor's language, with what every link carries on (affiliate.ts). */
export type Link = (path: string, query?: LinkQuery) => string;

export function createLink(locale: Locale, carried: Affiliate): Link {
  // Nearly all links of a page carry nothing but this.
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

/** The same for a script, from the address of its page. */
export const linkFrom = (page: { pathname: string; search: string }): Link =>
  createLink(splitLocale(page.pathname).locale, affiliateOf(new URLSearchParams(page.search)));

/** An address of a sister site (performers, affiliates): who sent the visitor, else this brand, and from where. */
export function outgoing(
  address: string,
  { affiliate, code, source }: { affiliate: Affiliate; code: string; source: string },
): string {
  const { splash6: _, ...told } = affiliate;
  const url = new URL(address);
  for (const [key, value] of Object.entries({ p: code, ...told, source })) url.searchParams.set(key, value);
  return url.href;
}
