import { isoCodes, type Locale, localeNames, localePath, locales } from '#contract/locales.ts';
import { lastingQuery } from '../lasting-query.ts';

export interface LanguageLink {
  readonly locale: Locale;
  readonly name: string;
  readonly iso: string;
  /** The same page in that language, with its page, filters and whatever else its address says. */
  readonly href: string;
  readonly current: boolean;
}

/** The languages of a page; `path` is without its language. */
export const languageLinks = (here: { locale: Locale; path: string; search: string }): LanguageLink[] =>
  locales.map((locale) => ({
    locale,
    name: localeNames[locale],
    iso: isoCodes[locale],
    href: localePath(locale, here.path) + lastingQuery(here.search),
    current: locale === here.locale,
  }));
