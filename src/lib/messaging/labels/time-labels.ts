import { isoCodes, type Locale } from '#contract/locales.ts';

/** How and where somebody reads the clock. */
export interface Clock {
  readonly now: Date;
  readonly locale: Locale;
  /** IANA name. */
  readonly timeZone: string;
}

const DAY_MS = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one is slow, and a list has thousands of labels. */
function formatOf(
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
  formats.set(key, known);
  return known;
}

/** The date there, as `2026-12-31`. */
export const dayIn = (timeZone: string, moment: Date): string =>
  formatOf('sv-SE', timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment);

/** `14:05`. */
export const clockLabel = (at: Date, { locale, timeZone }: Omit<Clock, 'now'>): string =>
  formatOf(isoCodes[locale], timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);

/** (platform spec 9) Today the time, yesterday in words, this week the weekday, this year day and month, else the date. */
export function timeLabel(at: Date, clock: Clock): string {
  return daysAgo(at, clock) <= 0 ? clockLabel(at, clock) : pastDay(at, clock);
}

/** The same for the heading of a day's messages, where today has a word. */
export function dayLabel(at: Date, clock: Clock): string {
  return daysAgo(at, clock) <= 0 ? inWords(0, clock) : pastDay(at, clock);
}

/** By the calendar; below zero where the reader's clock is behind. */
const daysAgo = (at: Date, { now, timeZone }: Clock): number =>
  Math.round((Date.parse(dayIn(timeZone, now)) - Date.parse(dayIn(timeZone, at))) / DAY_MS);

/** A week begins on Monday. */
function pastDay(at: Date, clock: Clock): string {
  const { now, locale, timeZone } = clock;
  const ago = daysAgo(at, clock);
  if (ago === 1) return inWords(-1, clock);
  const today = dayIn(timeZone, now);
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  if (ago <= sinceMonday) return formatOf(isoCodes[locale], timeZone, { weekday: 'long' }).format(at);
  const [year, month, day] = dayIn(timeZone, at).split('-');
  const parts = today.startsWith(`${year}-`) ? [day, month] : [day, month, year];
  return parts.join(locale === 'nl' ? '-' : '/');
}

const inWords = (days: number, { locale }: Clock): string =>
  new Intl.RelativeTimeFormat(isoCodes[locale], { numeric: 'auto' }).format(days, 'day');

export interface DayGroup<Said> {
  /** As `dayIn` writes it. */
  readonly day: string;
  readonly at: Date;
  readonly said: readonly Said[];
}

/** What was said, in its order, by day. */
export function groupByDay<Said extends { readonly createdAt: string }>(
  said: readonly Said[],
  timeZone: string,
): DayGroup<Said>[] {
  const groups: (DayGroup<Said> & { said: Said[] })[] = [];
  for (const one of said) {
    const at = new Date(one.createdAt);
    const day = dayIn(timeZone, at);
    const last = groups.at(-1);
    if (last?.day === day) last.said.push(one);
    else groups.push({ day, at, said: [one] });
  }
  return groups;
}
