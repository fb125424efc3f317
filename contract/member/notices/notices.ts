import { addDays, dayOf, momentAt, TIME_ZONE } from '../../day.ts';

/** ms for which a message stays unread before its member gets a notice. */
export const UNREAD_MS = 15 * 60_000;

const DAY_MS = 24 * 3_600_000;

/** Minimum ms between two notices to one member. */
export const NOTICE_EVERY_MS = DAY_MS;

/** A message older than this many ms is too old for a notice. */
export const NOTICE_WINDOW_MS = 2 * DAY_MS;

/** A browser not seen for this many ms gets no notices. */
export const SUBSCRIPTION_MS = 60 * DAY_MS;

/** ms after a refusal before the question is asked again. */
export const ASK_AGAIN_MS = 30 * DAY_MS;

/** Browsers per member; the oldest is removed when there are more. */
export const BROWSERS_MOST = 10;

/** Hours in the operator's time zone during which no notices are sent. */
const quiet = { from: 23, until: 8 };

const clock = /* @__PURE__ */ new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, timeStyle: 'medium' });

function timeOf(moment: Date): { hour: number; seconds: number } {
  const [hour = 0, minute = 0, second = 0] = clock.format(moment).split(':').map(Number);
  return { hour, seconds: hour * 3600 + minute * 60 + second };
}

export function isQuiet(moment: Date): boolean {
  const { hour } = timeOf(moment);
  return hour >= quiet.from || hour < quiet.until;
}

/** When quiet hours end; the moment itself outside of them. */
export function quietEnds(moment: Date): Date {
  if (!isQuiet(moment)) return moment;
  const today = dayOf(moment);
  const day = timeOf(moment).hour >= quiet.from ? addDays(today, 1) : today;
  return momentAt(day, `0${quiet.until}:00`) ?? moment;
}

/** Seconds until quiet hours begin; 0 during them. */
export const secondsUntilQuiet = (moment: Date): number =>
  isQuiet(moment) ? 0 : quiet.from * 3600 - timeOf(moment).seconds;

/** The payload shown by the service worker (public/sw.js). */
export interface BrowserNotice {
  title: string;
  body: string;
  lang: string;
  /** A later notice with the same tag replaces this notice. */
  tag: string;
  /** Path opened by a click. */
  path: string;
  /** Makes itself heard also if it replaces another one; not where its page is looked at. */
  renotify?: boolean;
}
