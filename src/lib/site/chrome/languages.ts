import { inEachLocale, isoCodes, type Locale, localePath, locales } from '#contract/locales.ts';
import { lastingQuery } from '#contract/site/site-path.ts';

/** Each name in its own language. */
export const localeNames = inEachLocale((locale) => {
  const [first = '', ...rest] = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;
  return first.toLocaleUpperCase(locale) + rest.join('');
});

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
