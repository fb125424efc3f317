import { and, eq } from 'drizzle-orm';
import type { FailReason } from '#contract/wallet/payment.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { transfer } from '#server/ledger/transfer.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { OrderStatus } from '#server/ports/payments.ts';
import { pushSettled } from './push.ts';
import type { Settled } from './settled.ts';
import { type PaymentRow, payments } from './tables.ts';

const acts = {
  bought: 'payment.booked',
  failed: 'payment.failed',
  mismatch: 'payment.mismatch',
  reversed: 'payment.reversed',
} as const;

/** The reason shown when amount, currency or reference differ from the order. */
const ANTI_FRAUD: FailReason = 299;

/**
 * Asks the provider for the state of an order and books it, once. Whatever triggered the call is no evidence. False
 * for an unknown order.
 */
export async function settlePayment(deps: Deps, caller: Caller, order: string): Promise<boolean> {
  const [payment] = await deps.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.provider, deps.payments.provider), eq(payments.providerOrder, order)));
  if (!payment) return false;
  const status = await deps.payments.status(order);
  const at = deps.now();
  const settled = await deps.db.transaction(async (tx) => {
    const outcome = await settle(tx, payment.id, { status, at });
    if (outcome.kind !== 'unchanged') {
      const { id, memberId } = outcome.payment;
      await recordAct(tx, caller, { act: acts[outcome.kind], memberId, subject: `payment:${id}`, at });
    }
    return outcome;
  });
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
  // A failed order may be paid later (above); a second failure changes nothing.
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
  const result = await transfer(tx, {
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
    .set({ status: 'success', failReason: null, transferId: result.transferId, settledAt: at })
    .where(eq(payments.id, payment.id));
  return { kind: 'bought', payment, balance: result.toBalance };
}

function record({ events }: Deps, settled: Settled): void {
  if (settled.kind === 'unchanged') return;
  const { id, cents, credits } = settled.payment;
  const said = settled.kind === 'failed' ? { reason: settled.reason } : { cents, credits };
  events.record(acts[settled.kind], { payment: id, ...said });
}
