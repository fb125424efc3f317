import { defaultLocale, type Locale, localePath, locales } from '#contract/locales.ts';

export const DESCRIPTION_MAX = 160;

/** Shortens at a word, never inside one, and says so with an ellipsis. */
export function shorten(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= DESCRIPTION_MAX) return plain;
  const cut = plain.slice(0, DESCRIPTION_MAX - 1);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > 0 ? end : cut.length).replace(/[\s,;:.–-]+$/, '')}…`;
}

/** What of a list decides how a search engine is to see its page. */
export interface ListFacts {
  readonly page: number;
  readonly lastPage: number;
  /** What the visitor chose. */
  readonly filters: object;
  /** What the open filters show; null where the list is shown. */
  readonly counts: object | null;
}

export interface PageFacts {
  origin: string;
  locale: Locale;
  /** The address without its language; nothing of its query counts. */
  path: string;
  /** A page that means nothing to a search engine: errors, a member's own pages, what was searched for. */
  hidden?: boolean;
  /** Path of the page that this one is another view of: the profile of a stream. */
  viewOf?: string | undefined;
  /** Of a page with a list. */
  list?: ListFacts | undefined;
}

export interface Indexing {
  robots: 'noindex' | 'noindex, follow' | null;
  canonical: string | null;
  alternates: readonly { readonly hreflang: string; readonly href: string }[];
}

/**
 * How search engines are to see a page (docs/decisions/0018). Another view of a page names that page and stays out of
 * the index itself; every page that is in it names itself and its languages.
 */
export function indexingOf({ origin, locale, path, hidden, viewOf, list }: PageFacts): Indexing {
  if (hidden) return { robots: 'noindex', canonical: null, alternates: [] };
  const href = (inLocale: Locale, at: string): string => new URL(localePath(inLocale, at), origin).href;
  if (viewOf !== undefined)
    return { robots: 'noindex, follow', canonical: href(locale, viewOf), alternates: [] };
  if (list && (isFiltered(list) || list.page > list.lastPage))
    return { robots: 'noindex, follow', canonical: href(locale, path), alternates: [] };
  const search = list && list.page > 1 ? `?page=${list.page}` : '';
  const alternates = locales.map((other) => ({
    hreflang: other as string,
    href: href(other, path) + search,
  }));
  return {
    robots: null,
    canonical: href(locale, path) + search,
    alternates: [...alternates, { hreflang: 'x-default', href: href(defaultLocale, path) + search }],
  };
}

const isFiltered = ({ filters, counts }: ListFacts): boolean =>
  counts !== null || Object.keys(filters).length > 0;
