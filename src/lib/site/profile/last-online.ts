import { isoCodes, type Locale } from '../locale.ts';

const DAY_MS = 86_400_000;
/** Days that are said as so many days ago; further back is a date. */
const RECENT_DAYS = 6;
const TIME_ZONE = 'Europe/Amsterdam';

/** When somebody was on last, as it is said in a sentence: "gisteren", "3 dagen geleden", "op 12 november 2026". */
export function lastOnlineText(iso: string, now: Date, locale: Locale): string {
  const days = dayNumber(now) - dayNumber(new Date(iso));
  if (days >= 0 && days <= RECENT_DAYS) {
    return new Intl.RelativeTimeFormat(isoCodes[locale], { numeric: 'auto' }).format(-days, 'day');
  }
  const date = new Intl.DateTimeFormat(isoCodes[locale], { dateStyle: 'long', timeZone: TIME_ZONE });
  return `${locale === 'nl' ? 'op' : 'on'} ${date.format(new Date(iso))}`;
}

/** Calendar days where the house is, counted from the epoch. */
function dayNumber(moment: Date): number {
  const [year = 0, month = 1, day = 1] = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE })
    .format(moment)
    .split('-')
    .map(Number);
  return Date.UTC(year, month - 1, day) / DAY_MS;
}
