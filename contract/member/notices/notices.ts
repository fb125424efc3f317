import { z } from 'zod';
import { TIME_ZONE } from '../../day.ts';

/** ms that a message stays unread before its member is told outside the site. */
export const UNREAD_MS = 15 * 60_000;

const DAY_MS = 24 * 3_600_000;

/** ms between two notices to one member. */
export const NOTICE_EVERY_MS = DAY_MS;

/** ms after which nobody is told of a message any more: of what lies there longer, it would be no news. */
export const NOTICE_WINDOW_MS = 2 * DAY_MS;

/** ms after which a browser that was not seen again gets no notices. */
export const SUBSCRIPTION_MS = 60 * DAY_MS;

/** ms after a no in which the question is not asked again. */
export const ASK_AGAIN_MS = 30 * DAY_MS;

/** Browsers of one member; the oldest goes. */
export const BROWSERS_MOST = 10;

/** Hours in the operator's time zone between which nobody is told of anything. */
const quiet = { from: 23, until: 8 };

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, timeStyle: 'medium' });

function timeOf(moment: Date): { hour: number; seconds: number } {
  const [hour = 0, minute = 0, second = 0] = clock.format(moment).split(':').map(Number);
  return { hour, seconds: hour * 3600 + minute * 60 + second };
}

export function isQuiet(moment: Date): boolean {
  const { hour } = timeOf(moment);
  return hour >= quiet.from || hour < quiet.until;
}

/** Until the night begins; 0 during it. */
export const secondsUntilQuiet = (moment: Date): number =>
  isQuiet(moment) ? 0 : quiet.from * 3600 - timeOf(moment).seconds;

/** Where a push service takes what is for one browser, and the browser's keys (RFC 8030, RFC 8291). */
export const browserSchema = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(1024),
  keys: z.object({
    /** A point of P-256, uncompressed. */
    p256dh: z.string().regex(/^B[\w-]{86}$/),
    auth: z.string().regex(/^[\w-]{22}$/),
  }),
});
export type Browser = z.infer<typeof browserSchema>;

/** What the service worker shows (public/sw.js). */
export interface BrowserNotice {
  title: string;
  body: string;
  lang: string;
  /** The next one of the same kind takes its place. */
  tag: string;
  /** Path that a click leads to. */
  path: string;
}
