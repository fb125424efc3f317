import { defaultLocale, type Locale } from '#contract/locales.ts';
import { own } from '#contract/own.ts';

/** In the page's language, else in the default one, else in any. */
export const textIn = (texts: Readonly<Record<string, string>>, locale: Locale): string =>
  own(texts, locale) ?? own(texts, defaultLocale) ?? Object.values(texts)[0] ?? '';
