import { defaultLocale, type Locale, localePath, locales, readingOrder } from '#contract/locales.ts';

export const DESCRIPTION_MAX = 160;

/** Cuts at a word boundary, with an ellipsis. */
export function shorten(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= DESCRIPTION_MAX) return plain;
  const cut = plain.slice(0, DESCRIPTION_MAX - 1);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > 0 ? end : cut.length).replace(/[\s,;:.–-]+$/, '')}…`;
}

export interface ListFacts {
  readonly page: number;
  readonly lastPage: number;
  readonly filters: object;
  /** Set while the filter form is shown instead of the list. */
  readonly counts: object | null;
}

export interface PageFacts {
  origin: string;
  locale: Locale;
  /** Without locale and query. */
  path: string;
  /** Keeps the page out of search engines: errors, a member's pages, search results. */
  hidden?: boolean;
  /** Path of the main page if this is another view of it: the profile of a stream. */
  viewOf?: string | undefined;
  list?: ListFacts | undefined;
  /** Languages in which the page's own text exists; by default all. */
  languages?: readonly Locale[] | undefined;
}

export interface Indexing {
  robots: 'noindex' | 'noindex, follow' | null;
  canonical: string | null;
  alternates: readonly { readonly hreflang: string; readonly href: string }[];
}

/**
 * Robots, canonical and alternates of a page. Another view of a page is not indexed and names the page as canonical.
 * Alternates are the languages in which the page's text exists.
 */
export function indexingOf({
  origin,
  locale,
  path,
  hidden,
  viewOf,
  list,
  languages = locales,
}: PageFacts): Indexing {
  if (hidden) return { robots: 'noindex', canonical: null, alternates: [] };
  const href = (inLocale: Locale, at: string): string => new URL(localePath(inLocale, at), origin).href;
  if (viewOf !== undefined)
    return { robots: 'noindex, follow', canonical: href(locale, viewOf), alternates: [] };
  if (list && (isFiltered(list) || list.page > list.lastPage))
    return { robots: 'noindex, follow', canonical: href(locale, path), alternates: [] };
  const search = list && list.page > 1 ? `?page=${list.page}` : '';
  const alternates = alternatesIn(languages).map(([hreflang, other]) => ({
    hreflang,
    href: href(other, path) + search,
  }));
  return {
    robots: null,
    canonical: href(locale, path) + search,
    alternates: languages.includes(locale) ? alternates : [],
  };
}

/** `hreflang` values with the locale of their page, for a text in these languages. */
export function alternatesIn(languages: readonly Locale[]): [hreflang: string, locale: Locale][] {
  const standard = readingOrder[defaultLocale].find((locale) => languages.includes(locale));
  return [
    ...languages.map((locale): [string, Locale] => [locale, locale]),
    ...(standard ? [['x-default', standard] satisfies [string, Locale]] : []),
  ];
}

const isFiltered = ({ filters, counts }: ListFacts): boolean =>
  counts !== null || Object.keys(filters).length > 0;
