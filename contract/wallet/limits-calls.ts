import * as z from 'zod/mini';
import { addDays, dayOf, startOfDay } from '../day.ts';
import { endpoint } from '../endpoint.ts';
import { moment } from '../fields.ts';

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

export const limitSchema = z.object({
  period: z.enum(limitPeriods),
  /** Null: only the balance limits spending. */
  credits: z.nullable(z.int()),
  /** A change that takes effect later. */
  next: z.nullable(z.object({ credits: z.nullable(z.int()), from: moment })),
  /** Spent in the running period, in credits. */
  spent: z.int(),
});
export type ShownLimit = z.infer<typeof limitSchema>;

export const memberLimitsSchema = z.object({
  limits: z.array(limitSchema),
  /** Until then nothing can be bought or spent; null while the wallet is open. */
  coolOffUntil: z.nullable(moment),
});
export type MemberLimits = z.infer<typeof memberLimitsSchema>;

export const readLimits = endpoint({
  base: 'member',
  method: 'GET',
  path: '/limits',
  summary: 'Returns what the caller may spend and has spent in a day, a week and a month',
  access: 'member',
  input: z.object({}),
  output: memberLimitsSchema,
  errors: [],
});

export const setLimit = endpoint({
  base: 'member',
  method: 'PUT',
  path: '/limits/{period}',
  summary: `Sets a spending limit of at most ${LIMIT_MAX} or removes it with null; a lower limit applies at once, a higher one or none after a day`,
  access: 'member',
  input: z.object({ period: z.enum(limitPeriods), credits: z.nullable(limitCreditsSchema) }),
  output: memberLimitsSchema,
  errors: [],
});

export const startCoolOff = endpoint({
  base: 'member',
  method: 'POST',
  path: '/limits/cool-off',
  summary: 'Locks the wallet for a day, a week or a month; this cannot be undone',
  access: 'member',
  input: z.object({ length: coolOffSchema }),
  output: memberLimitsSchema,
  errors: [],
});
