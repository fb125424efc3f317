import { addDays, dayOf, startOfDay } from '../day.ts';

/** Days after the day of a purchase on which it may be withdrawn from. */
export const WITHDRAWAL_DAYS = 14;

/** The moment from which a purchase can't be withdrawn from. */
export const withdrawableUntil = (boughtAt: Date): Date =>
  startOfDay(addDays(dayOf(boughtAt), WITHDRAWAL_DAYS + 1));

/** Credits that came in by one purchase or gift; those that have left with returned money are not among them. */
export interface Lot {
  id: string;
  credits: number;
}

/**
 * What is left of each lot, in order. The oldest credits are spent first, so the balance is what came in last; credits
 * that were given back after a spend are those that were spent last.
 */
export function unusedOf(lots: readonly Lot[], balance: number): Map<string, number> {
  const left = new Map<string, number>();
  let rest = Math.max(0, balance);
  for (const { id, credits } of lots.toReversed()) {
    const unused = Math.min(credits, rest);
    left.set(id, unused);
    rest -= unused;
  }
  return left;
}

/** Cents for `unused` credits of a purchase, in the buyer's favour; never more than is left of what was paid. */
export function centsFor(
  unused: number,
  bought: { cents: number; credits: number; returnedCents: number },
): number {
  const worth =
    (BigInt(unused) * BigInt(bought.cents) + BigInt(bought.credits) - 1n) / BigInt(bought.credits);
  return Math.min(Number(worth), bought.cents - bought.returnedCents);
}
