import { isoCodes, type Locale } from './locales.ts';

export const TIME_ZONE = 'Europe/Amsterdam';

const days = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short' });
const offsets = new Intl.DateTimeFormat('en-US', { timeZone: TIME_ZONE, timeZoneName: 'longOffset' });

/** The date in the operator's time zone, as `2026-12-31`. */
export const dayOf = (moment: Date): string => days.format(moment);

/** The midnight at which a day begins there; clocks are not changed around midnight. */
export function startOfDay(day: string): Date {
  const inUtc = new Date(`${day}T00:00:00Z`);
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(offsets.format(inUtc)) ?? [];
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1);
  return new Date(inUtc.getTime() - offset * 60_000);
}

/** `addDays('2026-12-31', 1)` is `2027-01-01`. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** "22 november 2026 om 14:05", in the operator's time zone. */
export const longMoment = (moment: Date, locale: Locale): string =>
  new Intl.DateTimeFormat(isoCodes[locale], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: TIME_ZONE,
  }).format(moment);
