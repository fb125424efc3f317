import { addDays, mondayOf, startOfDay, TIME_ZONE } from '#contract/day.ts';
import { isoCodes, type Locale } from '#contract/locales.ts';
import type { EarnedHour } from '#contract/studio/numbers/statistics-calls.ts';

/** Units of the picture of a stream. */
export const POINT_WIDTH = 10;
export const POINTS_HEIGHT = 100;

/** Viewers over time as steps: the data of an SVG path, closed at the bottom. */
export function stepsOf(points: readonly number[]): string {
  const max = Math.max(1, ...points);
  const heights = points.map((count) => POINTS_HEIGHT - Math.round((count / max) * POINTS_HEIGHT));
  const steps = heights.map((y, at) => `V${y}H${(at + 1) * POINT_WIDTH}`);
  return `M0 ${POINTS_HEIGHT}${steps.join('')}V${POINTS_HEIGHT}Z`;
}

/** Hours of a week: for each day from Monday, what each hour earned; hours that lost credits count as none. */
export function weekOf(hours: readonly EarnedHour[]): number[][] {
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { weekday, hour, credits } of hours) {
    const day = week[weekday - 1];
    if (day && hour in day) day[hour] = Math.max(0, credits);
  }
  return week;
}

/** The hours that earned most, highest first. */
export const bestHours = (hours: readonly EarnedHour[], count: number): EarnedHour[] =>
  hours
    .filter(({ credits }) => credits > 0)
    .toSorted(
      (one, other) => other.credits - one.credits || one.weekday - other.weekday || one.hour - other.hour,
    )
    .slice(0, count);

/** Days of a week in this language, from Monday. */
export function weekdayNames(locale: Locale, weekday: 'long' | 'short'): string[] {
  const monday = mondayOf('2026-01-01');
  const format = new Intl.DateTimeFormat(isoCodes[locale], { weekday, timeZone: TIME_ZONE });
  return Array.from({ length: 7 }, (_, at) => format.format(startOfDay(addDays(monday, at))));
}

/** Whole percent of a number of people; null without any. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 100);
