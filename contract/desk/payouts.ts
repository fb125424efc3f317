import * as z from 'zod/mini';
import { addDays, dayOf, monthSpan } from '../day.ts';
import { hasAccountNumber } from '../wallet/iban.ts';

/** Credits by month, as `2026-11`. */
type ByMonth = ReadonlyMap<string, number>;

const until = (credits: ByMonth, last: string): number =>
  [...credits].reduce((sum, [month, count]) => sum + (month <= last ? count : 0), 0);

/**
 * Credits owed for a month: earned up to its end, less those paid out for it and earlier months. At most what the end
 * of each later month leaves, so that returned or paid credits are not owed again.
 */
export function creditsDue(month: string, earned: ByMonth, paid: ByMonth): number {
  const months = new Set([month, ...earned.keys(), ...paid.keys()]);
  const left = [...months].flatMap((last) => (last >= month ? until(earned, last) - until(paid, last) : []));
  return Math.max(0, Math.min(...left));
}

/** Cents for credits, rounded down; the rate is in cents for 100 credits. */
export const payoutCents = (credits: number, rate: number): number => Math.floor((credits * rate) / 100);

/** Within an hour, paid minutes and toys of a month's last moments have ended and were settled. */
const SETTLED_HOURS = 1;

/**
 * When a month can be paid: it is over in the operator's time zone, and no credits can be given back any more.
 * Unanswered messages are given back after `returnHours`.
 */
export const payableFrom = (month: string, returnHours: number): Date =>
  new Date(monthSpan(month).to.getTime() + (returnHours + SETTLED_HOURS) * 3_600_000);

const monthBefore = (month: string): string => addDays(`${month}-01`, -1).slice(0, 7);

/** The last months that are over, newest first. */
export function pastMonths(now: Date, count: number): string[] {
  const months = [monthBefore(dayOf(now).slice(0, 7))];
  while (months.length < count) months.push(monthBefore(months.at(-1) ?? ''));
  return months;
}

/** Reasons that stop a payout, in the order in which they are checked. */
export const payoutStops = ['early', 'rate', 'identity', 'suspended', 'minimum'] as const;
export type PayoutStop = (typeof payoutStops)[number];

interface Owed {
  readonly credits: number;
  /** Null without a rate. */
  readonly cents: number | null;
  readonly minimum: number;
  readonly isPayable: boolean;
  /** An approved identity record is required and missing. */
  readonly lacksIdentity: boolean;
  readonly isSuspended: boolean;
  /** She has left, so the minimum will never be reached. */
  readonly isRemoved: boolean;
}

export function stopOf(owed: Owed): PayoutStop | null {
  if (!owed.isPayable) return 'early';
  if (owed.cents === null) return 'rate';
  if (owed.lacksIdentity) return 'identity';
  if (owed.isSuspended) return 'suspended';
  const minimum = owed.isRemoved ? 1 : owed.minimum;
  return owed.credits < minimum || owed.cents < 1 ? 'minimum' : null;
}

/** Names what an operator has seen: the number of earlier payouts for the month, the credits and the rate. */
export const payoutVersion = (earlier: number, credits: number, rate: number | null): string =>
  `${earlier}-${credits}-${rate ?? 0}`;

export const REFERENCE_MAX = 64;

/** How the bank transfer is found in the bank's statement. Account numbers are not stored. */
export const referenceField = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(REFERENCE_MAX),
  z.refine((text) => !hasAccountNumber(text)),
);
