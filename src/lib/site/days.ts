import { dayOf, startOfDay, TIME_ZONE } from '#contract/day.ts';
import { isoCodes, type Locale } from '#contract/locales.ts';

const options = {
  month: { month: 'long', year: 'numeric' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  time: { timeStyle: 'short' },
  moment: { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** In the operator's time zone. Formats are cached: creating one is slow. */
function format(what: keyof typeof options, at: Date, locale: Locale): string {
  const key = `${locale} ${what}`;
  const known =
    formats.get(key) ?? new Intl.DateTimeFormat(isoCodes[locale], { ...options[what], timeZone: TIME_ZONE });
  formats.set(key, known);
  return known.format(at);
}

/** `2026-11` is "november 2026". */
export const monthWords = (month: string, locale: Locale): string =>
  format('month', startOfDay(`${month}-01`), locale);

/** `2026-11-30` is "maandag 30 november". */
export const dayWords = (day: string, locale: Locale): string => format('day', startOfDay(day), locale);

/** "14:05", or "30 nov, 23:59" if the moment is on another day than `day`. */
export const timeWords = (at: Date, day: string, locale: Locale): string =>
  format(dayOf(at) === day ? 'time' : 'moment', at, locale);

const longFormats = new Map<string, Intl.DateTimeFormat>();

/** "20 november 2026". Formats are cached: creating one is slow. */
export function longDay(day: Date, locale: Locale, timeZone: string): string {
  const key = `${locale} ${timeZone}`;
  const format =
    longFormats.get(key) ?? new Intl.DateTimeFormat(isoCodes[locale], { dateStyle: 'long', timeZone });
  longFormats.set(key, format);
  return format.format(day);
}
