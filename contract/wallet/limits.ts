import * as z from 'zod/mini';
import { addDays, dayOf, startOfDay } from '../day.ts';

export const limitPeriods = ['day', 'week', 'month'] as const;
export type LimitPeriod = (typeof limitPeriods)[number];

/** Credits; more than anyone could spend. */
export const LIMIT_MAX = 1_000_000;
export const limitCreditsSchema = z.int().check(z.minimum(0), z.maximum(LIMIT_MAX));

/** Hours until a raised or removed limit takes effect. */
export const RAISE_HOURS = 24;
const RAISE_MS = RAISE_HOURS * 3_600_000;

/** Percentage of a limit at which the member is notified. */
export const NEAR_PERCENT = 80;

/** A member's maximum spending per period. Credits; null means no limit but the balance. */
export interface Limit {
  credits: number | null;
  /** A pending change and the moment it takes effect. */
  next: { credits: number | null; from: Date } | null;
}

export const noLimit: Limit = { credits: null, next: null };

/** The limit in force at this moment. */
export const limitAt = ({ credits, next }: Limit, now: Date): number | null =>
  next && next.from <= now ? next.credits : credits;

const isLower = (wish: number | null, than: number | null): boolean =>
  wish !== null && (than === null || wish < than);

/**
 * The limit after a member's wish: a lower one takes effect at once, a higher one or none a day later. Wishing for the
 * current limit cancels a pending change; repeating a wish does not restart the day.
 */
export function changeLimit(limit: Limit, wish: number | null, now: Date): Limit {
  const current = limitAt(limit, now);
  if (wish === current || isLower(wish, current)) return { credits: wish, next: null };
  // A change already in force is the current limit, handled above.
  return limit.next !== null && limit.next.credits === wish
    ? limit
    : { credits: current, next: { credits: wish, from: new Date(now.getTime() + RAISE_MS) } };
}

/** Start of the current day, week (from Monday) and month in the operator's time zone. */
export function periodStarts(now: Date): Record<LimitPeriod, Date> {
  const day = dayOf(now);
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return {
    day: startOfDay(day),
    week: startOfDay(addDays(day, -weekday)),
    month: startOfDay(`${day.slice(0, 8)}01`),
  };
}

/** Hours for which a member can lock the wallet; a lock can't be undone. */
export const coolOffs = { day: 24, week: 7 * 24, month: 30 * 24 } as const;
export type CoolOff = keyof typeof coolOffs;
export const coolOffSchema = z.enum(['day', 'week', 'month']);

/** The end of a cool-off that starts now; never before the end of a running one. */
export function coolOffUntil(wish: CoolOff, now: Date, running: Date | null): Date {
  const until = new Date(now.getTime() + coolOffs[wish] * 3_600_000);
  return running && running > until ? running : until;
}
