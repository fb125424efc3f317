import { and, eq } from 'drizzle-orm';
import type { FailReason } from '#contract/wallet/payment.ts';
import type { Tx } from '#server/db/open.ts';
import type { Deps } from '#server/deps.ts';
import type { OrderStatus } from '#server/gateways/payments/gateway.ts';
import { move } from './ledger.ts';
import { pushSettled } from './push.ts';
import { type PaymentRow, payments } from './tables.ts';

/** What settling an order came to. */
export type Settled =
  | { kind: 'unchanged' }
  | { kind: 'bought'; payment: PaymentRow; balance: number }
  | { kind: 'failed'; payment: PaymentRow; reason: FailReason }
  /** Something was paid, but not what was ordered: an operator has to look. */
  | { kind: 'mismatch'; payment: PaymentRow; reason: FailReason }
  /** The provider took back what had been booked: an operator has to look. */
  | { kind: 'reversed'; payment: PaymentRow };

/** The reason a buyer is told when amount, currency or reference differ from the order. */
const ANTI_FRAUD: FailReason = 299;

/**
 * Asks the provider how an order stands and books it. Only the provider's own answer counts, once: whatever
 * brought us here says no more than that it is time to look. False when we know no such order.
 */
export async function settlePayment(deps: Deps, order: string): Promise<boolean> {
  const [payment] = await deps.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.provider, deps.payments.provider), eq(payments.providerOrder, order)));
  if (!payment) return false;
  const status = await deps.payments.status(order);
  const settled = await deps.db.transaction((tx) => settle(tx, payment.id, { status, at: deps.now() }));
  record(deps, settled);
  pushSettled(deps.push, settled);
  return true;
}

async function settle(
  tx: Tx,
  id: string,
  { status, at }: { status: OrderStatus; at: Date },
): Promise<Settled> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  if (!payment || status.state === 'pending') return { kind: 'unchanged' };
  if (payment.status === 'success') {
    return status.state === 'failed' ? { kind: 'reversed', payment } : { kind: 'unchanged' };
  }
  if (status.state === 'paid' && isWhatWasOrdered(payment, status)) return book(tx, payment, at);
  const reason = status.state === 'paid' ? ANTI_FRAUD : status.reason;
  // A failed order may still be paid later (above); a second failure tells nothing new.
  if (payment.status === 'failed' && (status.state === 'failed' || payment.failReason === reason)) {
    return { kind: 'unchanged' };
  }
  await tx
    .update(payments)
    .set({ status: 'failed', failReason: reason, settledAt: at })
    .where(eq(payments.id, id));
  return { kind: status.state === 'paid' ? 'mismatch' : 'failed', payment, reason };
}

function isWhatWasOrdered(payment: PaymentRow, paid: Extract<OrderStatus, { state: 'paid' }>): boolean {
  return paid.cents === payment.cents && paid.currency === payment.currency && paid.reference === payment.id;
}

async function book(tx: Tx, payment: PaymentRow, at: Date): Promise<Settled> {
  const moved = await move(tx, {
    key: `purchase:${payment.id}`,
    kind: 'purchase',
    from: { kind: 'house', owner: 'sales' },
    to: { kind: 'member', owner: payment.memberId },
    amount: payment.credits,
    reference: `payment:${payment.id}`,
    at,
  });
  await tx
    .update(payments)
    .set({ status: 'success', failReason: null, transferId: moved.transferId, settledAt: at })
    .where(eq(payments.id, payment.id));
  return { kind: 'bought', payment, balance: moved.toBalance };
}

function record({ events }: Deps, settled: Settled): void {
  if (settled.kind === 'unchanged') return;
  const { id, cents, credits } = settled.payment;
  if (settled.kind === 'bought') events.record('payment.booked', { payment: id, cents, credits });
  if (settled.kind === 'failed') events.record('payment.failed', { payment: id, reason: settled.reason });
  if (settled.kind === 'mismatch') events.record('payment.mismatch', { payment: id, cents, credits });
  if (settled.kind === 'reversed') events.record('payment.reversed', { payment: id, cents, credits });
}
