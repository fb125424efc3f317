import { isoCodes, type Locale, localePath, locales } from '#contract/locales.ts';
import { lastingQuery } from '../lasting-query.ts';

/** In the language itself. */
const localeNames: Readonly<Record<Locale, string>> = { nl: 'Nederlands', en: 'English' };

export interface LanguageLink {
  readonly locale: Locale;
  readonly name: string;
  readonly iso: string;
  /** The same page, with its query. */
  readonly href: string;
  readonly current: boolean;
}

/** `path` is without its locale. */
export const languageLinks = (here: { locale: Locale; path: string; search: string }): LanguageLink[] =>
  locales.map((locale) => ({
    locale,
    name: localeNames[locale],
    iso: isoCodes[locale],
    href: localePath(locale, here.path) + lastingQuery(here.search),
    current: locale === here.locale,
  }));
