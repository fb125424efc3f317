import { dayOf, startOfDay, TIME_ZONE } from '#contract/day.ts';
import type { HourPair } from '#contract/desk/today-calls.ts';
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

/** Units of the picture: one hour is this wide. */
export const HOUR_WIDTH = 20;
export const CHART_HEIGHT = 100;

export interface HourChart {
  /** Highest number of both days. */
  readonly max: number;
  /** Bars of today up to the current hour; none for a zero. */
  readonly bars: readonly { readonly x: number; readonly y: number; readonly height: number }[];
  /** The other day as steps: the data of an SVG path. */
  readonly line: string;
}

/** Shapes of a chart that compares two days hour by hour. */
export function hourChartOf({ today, lastWeek }: HourPair, hour: number): HourChart {
  const max = Math.max(...today, ...lastWeek);
  const heightOf = (count: number) => (max === 0 ? 0 : round((count / max) * CHART_HEIGHT));
  const bars = today.flatMap((count, at) => {
    const height = heightOf(count);
    return count === 0 || at > hour ? [] : [{ x: at * HOUR_WIDTH, y: CHART_HEIGHT - height, height }];
  });
  const steps = lastWeek.map((count, at) => {
    const y = round(CHART_HEIGHT - heightOf(count));
    return `${at === 0 ? `M0 ${y}` : `V${y}`}H${(at + 1) * HOUR_WIDTH}`;
  });
  return { max, bars, line: steps.join('') };
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** What the days have counted: sums, or with `highest` the highest number. */
export function hourSumsOf({ today, lastWeek }: HourPair, hour: number, highest = false) {
  const all = (counts: readonly number[]) =>
    highest ? Math.max(0, ...counts) : counts.reduce((sum, count) => sum + count, 0);
  return { today: all(today), until: all(lastWeek.slice(0, hour + 1)), wholeDay: all(lastWeek) };
}
