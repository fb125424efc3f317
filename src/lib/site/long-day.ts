import { isoCodes, type Locale } from '#contract/locales.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** "20 november 2026". Formats are cached: creating one is slow. */
export function longDay(day: Date, locale: Locale, timeZone: string): string {
  const key = `${locale} ${timeZone}`;
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(isoCodes[locale], { dateStyle: 'long', timeZone });
  formats.set(key, format);
  return format.format(day);
}
