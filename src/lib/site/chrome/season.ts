import { dayOf } from '#contract/day.ts';
import type { Season } from '#contract/performers/profile/promotions-calls.ts';
import type { Brand, BrandImage, Look } from '../../../content/brand/types.ts';

/** Days before and after a feast; if two overlap, the first in the list counts. */
interface Feast {
  readonly season: Season;
  /** The feast's date in that year. */
  readonly on: (year: number) => Date;
  readonly before: number;
  readonly after: number;
}

const feasts: readonly Feast[] = [
  { season: 'valentine', on: (year) => utc(year, 2, 14), before: 7, after: 0 },
  { season: 'easter', on: easter, before: 7, after: 1 },
  { season: 'kings-day', on: kingsDay, before: 6, after: 0 },
  { season: 'christmas', on: (year) => utc(year, 12, 25), before: 19, after: 1 },
];

/**
 * By precedence: a promotion, the brand's fixed season, its Christmas switch, the calendar if the brand follows it.
 */
export function seasonOf(
  brand: Pick<Brand, 'season' | 'features'>,
  now: Date,
  promoted?: Season | null,
): Season | null {
  if (promoted) return promoted;
  if (brand.season !== null && brand.season !== 'calendar') return brand.season;
  if (brand.features.christmasMode) return 'christmas';
  return brand.season === 'calendar' ? ofTheCalendar(now) : null;
}

/** Image behind the title of a list: the season's own, else the brand's; null for no image. */
export const headerImageOf = (
  { images: { headers } }: Pick<Look, 'images'>,
  season: Season | null,
): BrandImage | null => (season && headers[season]) ?? headers.default;

const MINUTE_MS = 60_000;

/** Cached for a minute: computing a day in a time zone is slow. */
function createCalendar(): (now: Date) => Season | null {
  let looked: { minute: number; season: Season | null } = { minute: Number.NaN, season: null };
  return (now) => {
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    if (looked.minute !== minute) looked = { minute, season: seasonOn(dayOf(now)) };
    return looked.season;
  };
}

const ofTheCalendar = createCalendar();

/** `day` like `2026-12-25`. */
export function seasonOn(day: string): Season | null {
  const year = Number(day.slice(0, 4));
  const on = feasts.find(({ on: feastOf, before, after }) => {
    const feast = feastOf(year);
    return text(feast, -before) <= day && day <= text(feast, after);
  });
  return on?.season ?? null;
}

const utc = (year: number, month: number, day: number): Date => new Date(Date.UTC(year, month - 1, day));

const text = (day: Date, shift: number): string =>
  new Date(day.getTime() + shift * 86_400_000).toISOString().slice(0, 10);

/** 27 April, or the day before if that is a Sunday. */
function kingsDay(year: number): Date {
  const day = utc(year, 4, 27);
  return day.getUTCDay() === 0 ? utc(year, 4, 26) : day;
}

/** Easter Sunday of the Gregorian calendar (Meeus, Jones, Butcher). */
function easter(year: number): Date {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const leaps = Math.floor(century / 4);
  const moon = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - leaps - moon + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  return utc(year, Math.floor(days / 31), (days % 31) + 1);
}
