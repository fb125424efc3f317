import type { OrderStatus } from '#server/ports/payments.ts';

/**
 * Cents still to be returned until `totalCents` are returned in total; 0 if none are missing. Throws if the order does
 * not hold that much.
 */
export function refundRest(status: OrderStatus, totalCents: number): { cents: number; currency: string } {
  if (status.state !== 'paid') throw new Error(`Cannot refund an order that is ${status.state}`);
  if (totalCents > status.cents)
    throw new Error(`Cannot refund ${totalCents} cents of an order of ${status.cents}`);
  return { cents: Math.max(0, totalCents - (status.returned?.cents ?? 0)), currency: status.currency };
}
