import { z } from 'zod';
import { addDays, dayOf, startOfDay } from '../day.ts';

export const limitPeriods = ['day', 'week', 'month'] as const;
export type LimitPeriod = (typeof limitPeriods)[number];

/** Credits; more than anybody could spend. */
export const LIMIT_MAX = 1_000_000;
export const limitCreditsSchema = z.number().int().min(0).max(LIMIT_MAX);

/** Hours before a limit that was raised or removed holds. */
export const RAISE_HOURS = 24;
const RAISE_MS = RAISE_HOURS * 3_600_000;

/** Of a limit that is used, in percent, at which its member is told. */
export const NEAR_PERCENT = 80;

/** What a member may spend in a period. Credits; null means as much as the balance carries. */
export interface Limit {
  credits: number | null;
  /** What holds from a moment on, if anything is awaited. */
  next: { credits: number | null; from: Date } | null;
}

export const noLimit: Limit = { credits: null, next: null };

/** What holds at this moment. */
export const limitAt = ({ credits, next }: Limit, now: Date): number | null =>
  next && next.from <= now ? next.credits : credits;

const isLower = (wish: number | null, than: number | null): boolean =>
  wish !== null && (than === null || wish < than);

/**
 * The limit after a member's wish: a lower one holds at once, a higher one or none a day later. The one that holds
 * already takes back what was awaited; the same wish again does not begin another day.
 */
export function changeLimit(limit: Limit, wish: number | null, now: Date): Limit {
  const current = limitAt(limit, now);
  if (wish === current || isLower(wish, current)) return { credits: wish, next: null };
  // One that has begun is the current one, and was answered above.
  return limit.next !== null && limit.next.credits === wish
    ? limit
    : { credits: current, next: { credits: wish, from: new Date(now.getTime() + RAISE_MS) } };
}

/** When the day, the week (from Monday) and the month of a moment began, in the operator's time zone. */
export function periodStarts(now: Date): Record<LimitPeriod, Date> {
  const day = dayOf(now);
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return {
    day: startOfDay(day),
    week: startOfDay(addDays(day, -weekday)),
    month: startOfDay(`${day.slice(0, 8)}01`),
  };
}

/** How long a member may shut the wallet; it can't be undone. */
export const coolOffs = { day: 24, week: 7 * 24, month: 30 * 24 } as const;
export type CoolOff = keyof typeof coolOffs;
export const coolOffSchema = z.enum(['day', 'week', 'month']);

/** The end of a cool-off that begins now; one that runs longer is never made shorter. */
export function coolOffUntil(wish: CoolOff, now: Date, running: Date | null): Date {
  const until = new Date(now.getTime() + coolOffs[wish] * 3_600_000);
  return running && running > until ? running : until;
}
