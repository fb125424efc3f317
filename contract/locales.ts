/** The first is the default. A new one also needs texts (src/content/messages), categories and legal texts. */
export const locales = ['nl', 'en'] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'nl';

export const isoCodes: Readonly<Record<Locale, string>> = { nl: 'nl-NL', en: 'en-US' };

export const isLocale = (value: unknown): value is Locale => locales.some((locale) => locale === value);

export const localeOr = (language: string): Locale => (isLocale(language) ? language : defaultLocale);

export interface LocalizedPath {
  readonly locale: Locale;
  readonly path: string;
}

/** `/en/free` → English and `/free`; without a prefix the default locale. */
export function splitLocale(pathname: string): LocalizedPath {
  const [, first = '', ...rest] = pathname.split('/');
  if (!isLocale(first)) return { locale: defaultLocale, path: pathname };
  return { locale: first, path: `/${rest.join('/')}` };
}

/** The default locale has no prefix. */
export function localePath(locale: Locale, path: string): string {
  if (locale === defaultLocale) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}
