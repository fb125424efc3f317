import { and, eq } from 'drizzle-orm';
import type { FailReason } from '#contract/wallet/payment.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { transfer } from '#server/ledger/transfer.ts';
import { addWork } from '#server/outbox/work.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { OrderStatus } from '#server/ports/payments.ts';
import { issueReceipt } from '../receipts/issue-receipt.ts';
import { purchaseMailWork } from '../receipts/mail-work.ts';
import { bookReturn } from '../returns/book-return.ts';
import { payDebts } from '../returns/pay-debts.ts';
import { type PaymentRow, payments } from '../tables.ts';
import { pushSettled } from './push.ts';
import type { Settled } from './settled.ts';

const acts = {
  bought: 'payment.booked',
  failed: 'payment.failed',
  mismatch: 'payment.mismatch',
  reversed: 'payment.reversed',
  returned: 'payment.returned',
} as const;

/** Fail reason if amount, currency or reference differ from the order. */
const ANTI_FRAUD: FailReason = 299;

/**
 * Asks the provider for the state of an order and books it once. A notification is not trusted as evidence. Returns
 * false for an unknown order.
 */
export async function settlePayment(deps: Deps, caller: Caller, order: string): Promise<boolean> {
  const [payment] = await deps.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.provider, deps.payments.provider), eq(payments.providerOrder, order)));
  if (!payment) return false;
  const status = await deps.payments.status(order);
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    for (const outcome of await settle(tx, payment.id, { status, at })) {
      const { kind, payment } = outcome;
      const subject = `payment:${payment.id}`;
      await recordAct(tx, caller, { act: acts[kind], memberId: payment.memberId, subject, at });
      if (kind === 'bought')
        await addWork(tx, purchaseMailWork, { payload: { payment: payment.id }, runAt: at });
      tx.afterCommit(() => {
        record(deps, outcome);
        pushSettled(deps.push, outcome);
      });
    }
  });
  return true;
}

interface StatusCheck {
  status: OrderStatus;
  at: Date;
}

/** Returns the changes: none, one, or two if the order was both paid and returned since the last check. */
async function settle(tx: Tx, id: string, check: StatusCheck): Promise<Settled[]> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  if (!payment) return [];
  const paid = await settlePaid(tx, payment, check);
  const current = paid?.kind === 'bought' ? paid.payment : payment;
  const returned = await settleReturned(tx, current, check);
  return [paid, returned].filter((outcome) => outcome !== null);
}

async function settleReturned(
  tx: Tx,
  payment: PaymentRow,
  { status, at }: StatusCheck,
): Promise<Settled | null> {
  if (status.state !== 'paid' || !status.returned) return null;
  const { how, cents: totalCents } = status.returned;
  const returned = await bookReturn(tx, payment, { how, totalCents, isSent: true, at });
  return returned && { kind: 'returned', payment, how, ...returned };
}

async function settlePaid(tx: Tx, payment: PaymentRow, { status, at }: StatusCheck): Promise<Settled | null> {
  if (status.state === 'pending') return null;
  if (payment.status === 'success') return status.state === 'failed' ? { kind: 'reversed', payment } : null;
  if (status.state === 'paid' && isWhatWasOrdered(payment, status)) return bookPayment(tx, payment, at);
  const reason = status.state === 'paid' ? ANTI_FRAUD : status.reason;
  // A failed order may still be paid (above); a second failure changes nothing.
  if (payment.status === 'failed' && (status.state === 'failed' || payment.failReason === reason)) {
    return null;
  }
  await tx
    .update(payments)
    .set({ status: 'failed', failReason: reason, settledAt: at })
    .where(eq(payments.id, payment.id));
  return { kind: status.state === 'paid' ? 'mismatch' : 'failed', payment, reason };
}

function isWhatWasOrdered(payment: PaymentRow, paid: Extract<OrderStatus, { state: 'paid' }>): boolean {
  return paid.cents === payment.cents && paid.currency === payment.currency && paid.reference === payment.id;
}

/** Transfers the credits of a paid payment, marks it as settled and issues its receipt. */
export async function bookPayment(tx: Tx, payment: PaymentRow, at: Date): Promise<Settled> {
  const result = await transfer(tx, {
    key: `purchase:${payment.id}`,
    kind: 'purchase',
    from: { kind: 'house', owner: 'sales' },
    to: { kind: 'member', owner: payment.memberId },
    amount: payment.credits,
    reference: `payment:${payment.id}`,
    at,
  });
  const { id, memberId } = payment;
  const debt = await payDebts(tx, { memberId, source: `payment:${id}`, at });
  const { transferId } = result;
  const changes = { status: 'success', failReason: null, transferId, debt, settledAt: at } as const;
  await tx.update(payments).set(changes).where(eq(payments.id, id));
  await issueReceipt(tx, { paymentId: id, at });
  return { kind: 'bought', payment: { ...payment, ...changes }, balance: result.balance - debt, debt };
}

function record({ events }: Deps, settled: Settled): void {
  const { id: payment, cents, credits } = settled.payment;
  switch (settled.kind) {
    case 'failed':
      events.record('payment.failed', { payment, reason: settled.reason });
      return;
    case 'returned': {
      const { how, cents, taken, owed } = settled;
      events.record('payment.returned', { payment, how, cents, taken, owed });
      return;
    }
    default:
      events.record(acts[settled.kind], { payment, cents, credits });
  }
}
