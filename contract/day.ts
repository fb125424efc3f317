import { isoCodes, type Locale } from './locales.ts';

export const TIME_ZONE = 'Europe/Amsterdam';

const days = /* @__PURE__ */ new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short' });
const clockTimes = /* @__PURE__ */ new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'short',
});
const offsets = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', {
  timeZone: TIME_ZONE,
  timeZoneName: 'longOffset',
});

/** The date in the operator's time zone, as `2026-12-31`. */
export const dayOf = (moment: Date): string => days.format(moment);

const fileTimes = /* @__PURE__ */ new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** `2026-12-31 23:59:59` in the operator's time zone, for files and lists that people read. */
export const fileMoment = (moment: Date): string => fileTimes.format(moment);

/** Hours of the clock, 0 to 23, in the operator's time zone. */
export const hourAt = (moment: Date): number => Number(clockTimes.format(moment).slice(11, 13));

/** The midnight at which a day begins in the operator's time zone; clocks do not change around midnight there. */
export function startOfDay(day: string): Date {
  const inUtc = new Date(`${day}T00:00:00Z`);
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(offsets.format(inUtc)) ?? [];
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1);
  return new Date(inUtc.getTime() - offset * 60_000);
}

/**
 * The moment at which clocks of the operator's time zone show a day and a time, as `2026-12-31` and `20:00`; the first of
 * two. Null for one that no clock shows.
 */
export function momentAt(day: string, time: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^\d\d:\d\d$/.test(time)) return null;
  const inUtc = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(inUtc)) return null;
  // The zone is one or two hours ahead of UTC.
  const moments = [2, 1].map((hours) => new Date(inUtc - hours * 3_600_000));
  return moments.find((moment) => clockTimes.format(moment) === `${day} ${time}`) ?? null;
}

/** `addDays('2026-12-31', 1)` is `2027-01-01`. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** 1 for Monday to 7 for Sunday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** The `count`th working day after a day. Public holidays are working days, so that no term is too long. */
export function workingDayAfter(day: string, count: number): string {
  let found = day;
  for (let left = count; left > 0; ) {
    found = addDays(found, 1);
    if (weekdayOf(found) <= 5) left -= 1;
  }
  return found;
}

/** Working days after the first day up to the last one: 0 on the same day. */
export function workingDaysBetween(first: string, last: string): number {
  let count = 0;
  for (let day = addDays(first, 1); day <= last; day = addDays(day, 1)) if (weekdayOf(day) <= 5) count += 1;
  return count;
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** A month of this century, as `2026-11`. */
export const monthPattern = /^20\d\d-(0[1-9]|1[0-2])$/;

/** From the start of a month to the start of the next one, in the operator's time zone. */
export function monthSpan(month: string): { from: Date; to: Date } {
  const next = addDays(`${month}-01`, 31).slice(0, 7);
  return { from: startOfDay(`${month}-01`), to: startOfDay(`${next}-01`) };
}

export const monthBefore = (month: string): string => addDays(`${month}-01`, -1).slice(0, 7);

/** `count` months that end with the last one, oldest first. */
export function monthsUpTo(last: string, count: number): string[] {
  const months = [last];
  while (months.length < count) months.unshift(monthBefore(months[0] ?? last));
  return months;
}

/** Every day of a month, in order. */
export function daysIn(month: string): string[] {
  const days: string[] = [];
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) days.push(day);
  return days;
}

/** "22 november 2026", from a date in the form of `dayOf`. */
export const longDate = (day: string, locale: Locale): string =>
  new Intl.DateTimeFormat(isoCodes[locale], { dateStyle: 'long', timeZone: TIME_ZONE }).format(
    startOfDay(day),
  );

/** "22 november 2026 om 14:05", in the operator's time zone. */
export const longMoment = (moment: Date, locale: Locale): string =>
  new Intl.DateTimeFormat(isoCodes[locale], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: TIME_ZONE,
  }).format(moment);

/** ms of a year, as used for ages (live spec 3). */
export const YEAR_MS = 31_557_600_000;

/** Full years; 0 if the date is missing or invalid (live spec 3). */
export function ageFrom(dateOfBirth: string | null | undefined, now: Date): number {
  const born = Date.parse(dateOfBirth ?? '');
  if (Number.isNaN(born)) return 0;
  return Math.max(0, Math.floor((now.getTime() - born) / YEAR_MS));
}

/** A date that gives an age and tells no birthday, for visitors. */
export function dateForAge(age: number, now: Date): string {
  const year = now.getUTCFullYear() - age;
  const first = `${year}-01-01`;
  // On 1 January a quarter of a day may be missing.
  return ageFrom(first, now) === age ? first : `${year - 1}-12-31`;
}
