import { defaultLocale, type Locale, localePath, locales } from './locale.ts';

export const DESCRIPTION_MAX = 160;

/** Shortens at a word, never inside one, and says so with an ellipsis. */
export function shorten(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= DESCRIPTION_MAX) return plain;
  const cut = plain.slice(0, DESCRIPTION_MAX - 1);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > 0 ? end : cut.length).replace(/[\s,;:.–-]+$/, '')}…`;
}

/** Query values that make another page of the same list; everything else is not part of the canonical address. */
const canonicalQuery = ['page'];

export interface Alternates {
  readonly canonical: string;
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[];
}

/** Canonical and language alternates of a path without its language. */
export function alternatesOf(
  origin: string,
  path: string,
  where: { locale: Locale; query: URLSearchParams },
): Alternates {
  const kept = new URLSearchParams(
    canonicalQuery.flatMap((key) => {
      const value = where.query.get(key);
      return value && value !== '1' ? [[key, value]] : [];
    }),
  );
  const search = kept.size > 0 ? `?${kept}` : '';
  const href = (locale: Locale): string => new URL(localePath(locale, path), origin).href + search;
  return {
    canonical: href(where.locale),
    alternates: [
      ...locales.map((locale) => ({ hreflang: locale, href: href(locale) })),
      { hreflang: 'x-default', href: href(defaultLocale) },
    ],
  };
}
