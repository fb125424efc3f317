import { dayOf, TIME_ZONE } from '#contract/day.ts';
import { isoCodes, type Locale } from '#contract/locales.ts';
import type { Profile } from '#contract/performers/profile/profile-calls.ts';
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

/** Planned starts that are still to come, soonest first: a page may come from a cache. */
export const startsAfter = ({ starts }: Pick<Profile, 'starts'>, now: Date): Date[] =>
  starts.map((at) => new Date(at)).filter((at) => at > now);

/** "vrijdag 4 december om 20:00", in the operator's time zone. */
export const startText = (at: Date, locale: Locale): string =>
  new Intl.DateTimeFormat(isoCodes[locale], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: TIME_ZONE,
  }).format(at);

/** "vandaag 20:00", "morgen 20:00", later "za 20:00", in the operator's time zone. */
export function startLabel(at: Date, now: Date, locale: Locale): string {
  const days = (Date.parse(dayOf(at)) - Date.parse(dayOf(now))) / 86_400_000;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(isoCodes[locale], { ...options, timeZone: TIME_ZONE }).format(at);
  const day =
    days > 1
      ? format({ weekday: 'short' })
      : new Intl.RelativeTimeFormat(isoCodes[locale], { numeric: 'auto' }).format(days, 'day');
  return `${day} ${format({ timeStyle: 'short' })}`;
}
