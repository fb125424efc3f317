import type { OrderStatus } from '#server/ports/payments.ts';

/**
 * Cents that are still to be sent back for `totalCents` to have gone back in all; 0 where they have. Throws when the order
 * does not hold so much.
 */
export function refundRest(status: OrderStatus, totalCents: number): { cents: number; currency: string } {
  if (status.state !== 'paid') throw new Error(`an order that is ${status.state} cannot be refunded`);
  if (totalCents > status.cents) throw new Error(`the order holds ${status.cents} cents, not ${totalCents}`);
  return { cents: Math.max(0, totalCents - (status.returned?.cents ?? 0)), currency: status.currency };
}
