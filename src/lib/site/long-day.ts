import { isoCodes, type Locale } from '#contract/locales.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** A day in words, "20 november 2026", as it is in a time zone. Making a format takes longer than most of a page. */
export function longDay(day: Date, locale: Locale, timeZone: string): string {
  const key = `${locale} ${timeZone}`;
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(isoCodes[locale], { dateStyle: 'long', timeZone });
  formats.set(key, format);
  return format.format(day);
}
