import { dayOf, TIME_ZONE } from '#contract/day.ts';
import { isoCodes, type Locale } from '#contract/locales.ts';
import { longDay } from '../../site/days.ts';
import { getT } from '../../site/i18n.ts';

const DAY_MS = 86_400_000;
/** Days that are counted ("3 days ago"); earlier ones are dates. */
const RECENT_DAYS = 6;

/** "gisteren", "3 dagen geleden", "op 12 november 2026". */
export function lastOnlineText(iso: string, now: Date, locale: Locale): string {
  const days = dayNumber(now) - dayNumber(new Date(iso));
  if (days >= 0 && days <= RECENT_DAYS) {
    return new Intl.RelativeTimeFormat(isoCodes[locale], { numeric: 'auto' }).format(-days, 'day');
  }
  return getT(locale)('profile.onDay', { day: longDay(new Date(iso), locale, TIME_ZONE) });
}

/** Calendar days since the epoch in the operator's time zone. */
function dayNumber(moment: Date): number {
  return Date.parse(dayOf(moment)) / DAY_MS;
}
