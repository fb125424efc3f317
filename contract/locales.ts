/**
 * Languages of the site, its mails and its categories; the first is the default. Adding one: a line in each of these
 * tables, its texts (src/content/messages), categories and legal texts.
 */
export const locales = ['nl', 'en'] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'nl';

export const isoCodes: Readonly<Record<Locale, string>> = { nl: 'nl-NL', en: 'en-US' };
export const localeNames: Readonly<Record<Locale, string>> = { nl: 'Nederlands', en: 'English' };

export const isLocale = (value: unknown): value is Locale => locales.some((locale) => locale === value);

/** The locale a language names; the default one for what is none of ours. */
export const localeOr = (language: string): Locale => (isLocale(language) ? language : defaultLocale);

export interface LocalizedPath {
  readonly locale: Locale;
  /** The path without its language, as the pages know it. */
  readonly path: string;
}

/** `/en/free` → English and `/free`; without a prefix the default language. */
export function splitLocale(pathname: string): LocalizedPath {
  const [, first = '', ...rest] = pathname.split('/');
  if (!isLocale(first)) return { locale: defaultLocale, path: pathname };
  return { locale: first, path: `/${rest.join('/')}` };
}

/** The path of a page in a language; the default language has none in front. */
export function localePath(locale: Locale, path: string): string {
  if (locale === defaultLocale) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}
