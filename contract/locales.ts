/**
 * Served languages; the first is the default. A new one needs a line here and its content (docs/add-a-language.md).
 * Content in other languages is ignored.
 */
export const locales = ['nl', 'en', 'de'] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = locales[0];

/** Valid in the database and in file names: `de`, `pt-BR`. */
export const localeTag = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

/** One value for each language. */
export const inEachLocale = <T>(make: (locale: Locale) => T): Readonly<Record<Locale, T>> =>
  Object.fromEntries(locales.map((locale) => [locale, make(locale)])) as Record<Locale, T>;

/** With the likely region of the language (CLDR, likely subtags): `nl-NL`. */
export const isoCodes = /* @__PURE__ */ inEachLocale((locale) => {
  const { language, region } = new Intl.Locale(locale).maximize();
  return region ? `${language}-${region}` : locale;
});

/**
 * In which order a visitor of each language is offered a text that exists in few: the own language, English, which most
 * people read, then the others.
 */
export const readingOrder = /* @__PURE__ */ inEachLocale((locale): readonly Locale[] => [
  ...new Set([locale, ...locales.filter((one) => String(one) === 'en'), ...locales]),
]);

export const isLocale = (value: unknown): value is Locale => locales.some((locale) => locale === value);

export const localeOr = (language: string): Locale => (isLocale(language) ? language : defaultLocale);

/** The order for a language as a client sends it. */
export const readingOrderOf = (language: string): readonly Locale[] => readingOrder[localeOr(language)];

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
