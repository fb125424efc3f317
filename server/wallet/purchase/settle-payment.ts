import { and, eq } from 'drizzle-orm';
import type { FailReason } from '#contract/wallet/payment.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { type Caller, systemCaller } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { OrderStatus } from '#server/ports/payments.ts';
import { bookReturn } from '../returns/book-return.ts';
import { type PaymentRow, payments } from '../tables.ts';
import { tellSettled } from './settled.ts';
import { bookPayment, failPayments } from './transitions.ts';

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
  await deps.db.transaction((tx) => settle(deps, tx, payment.id, { status, at, caller }));
  return true;
}

interface StatusCheck {
  status: OrderStatus;
  at: Date;
  caller: Caller;
}

/** An order may have been both paid and returned since the last check. */
async function settle(deps: Deps, tx: Tx, id: string, check: StatusCheck): Promise<void> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  if (!payment) return;
  const booked = await settlePaid(deps, tx, payment, check);
  await settleReturned(deps, tx, booked ?? payment, check);
}

async function settleReturned(
  deps: Deps,
  tx: Tx,
  payment: PaymentRow,
  { status, at, caller }: StatusCheck,
): Promise<void> {
  if (status.state !== 'paid' || !status.returned) return;
  const { how, cents: totalCents } = status.returned;
  const returned = await bookReturn(tx, payment, { how, totalCents, isSent: true, at });
  if (returned) await tellSettled(deps, tx, { kind: 'returned', payment, how, ...returned }, { caller, at });
}

/** Returns the payment if it was booked. */
async function settlePaid(
  deps: Deps,
  tx: Tx,
  payment: PaymentRow,
  { status, at, caller }: StatusCheck,
): Promise<PaymentRow | null> {
  if (status.state === 'pending') return null;
  if (payment.state === 'success') {
    if (status.state === 'failed') await tellSettled(deps, tx, { kind: 'reversed', payment }, { caller, at });
    return null;
  }
  if (status.state === 'paid' && isWhatWasOrdered(payment, status))
    return bookPayment(deps, tx, payment, { caller, at });
  const reason = status.state === 'paid' ? ANTI_FRAUD : status.reason;
  // A failed order may still be paid (above); a second failure changes nothing.
  if (payment.state === 'failed' && (status.state === 'failed' || payment.failReason === reason)) return null;
  const kind = status.state === 'paid' ? 'mismatch' : 'failed';
  await failPayments(deps, tx, eq(payments.id, payment.id), { kind, reason, caller, at });
  return null;
}

function isWhatWasOrdered(payment: PaymentRow, paid: Extract<OrderStatus, { state: 'paid' }>): boolean {
  return paid.cents === payment.cents && paid.currency === payment.currency && paid.reference === payment.id;
}

/**
 * Books nothing on the strength of the notification, but asks the provider (settlePayment). A wrong signature is
 * refused before anything is parsed.
 */
export async function handleNotification(
  deps: Deps,
  { params, headers, caller, readBody }: RawRequest,
): Promise<RawAnswer> {
  const { payments } = deps;
  const body = (await readBody()).toString('utf8');
  const isKnown = params['provider'] === payments.provider;
  const genuine = isKnown ? payments.verify(body, headers) : null;
  if (!genuine) {
    deps.events.record('payment.notification-refused', { provider: payments.provider });
    return answer(400, payments.acknowledge(false));
  }
  const provider = { ...systemCaller, request: caller.request };
  return answer(200, payments.acknowledge(await settlePayment(deps, provider, genuine.order)));
}

const answer = (status: number, { body, type }: { body: string; type: string }): RawAnswer => ({
  status,
  headers: { 'Content-Type': type },
  body,
});
