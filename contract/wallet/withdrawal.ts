import { addDays, dayOf, startOfDay } from '../day.ts';

/** Days after the day of purchase in which a withdrawal is possible. */
export const WITHDRAWAL_DAYS = 14;

/** The moment from which a withdrawal is no longer possible. */
export const withdrawableUntil = (boughtAt: Date): Date =>
  startOfDay(addDays(dayOf(boughtAt), WITHDRAWAL_DAYS + 1));

/** Credits from one purchase or opening balance, without those taken back with returned money. */
export interface Lot {
  id: string;
  credits: number;
}

/**
 * Unused credits of each lot, in order, of a balance without free credits. The oldest credits are spent first, so it
 * consists of the newest; credits returned after a spend are those spent last.
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

/** Cents for `unused` credits of a purchase, rounded in the buyer's favour; at most what is left of the paid price. */
export function centsFor(
  unused: number,
  bought: { cents: number; credits: number; returnedCents: number },
): number {
  const worth =
    (BigInt(unused) * BigInt(bought.cents) + BigInt(bought.credits) - 1n) / BigInt(bought.credits);
  return Math.min(Number(worth), bought.cents - bought.returnedCents);
}
