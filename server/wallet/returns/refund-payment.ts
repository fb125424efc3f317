import { and, eq, isNull, lte } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import { addWork, type WorkKind } from '#server/outbox/work.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type PaymentRow, payments } from '../tables.ts';
import { bookReturn, type Returned } from './book-return.ts';
import { paymentReturns } from './tables.ts';

/** A refund that operators gave. */
export interface RefundMail {
  memberId: number;
  boughtAt: string;
  cents: number;
  currency: string;
  /** Taken from the balance. */
  credits: number;
}

export const refundMailWork: WorkKind<RefundMail> = {
  kind: 'refund-mail',
  payload: z.object({
    memberId: z.number().int(),
    boughtAt: z.iso.datetime(),
    cents: z.number().int(),
    currency: z.string(),
    credits: z.number().int(),
  }),
};

interface Refund {
  payment: string;
  /** Total of the payment's returns, so that partial refunds may run twice and in any order. */
  totalCents: number;
}

export const refundWork: WorkKind<Refund> = {
  kind: 'refund',
  payload: z.object({ payment: z.string(), totalCents: z.number().int().positive() }),
};

/** Sends booked money back through the provider. Throws if that fails; the outbox retries. */
export async function sendRefund(deps: Deps, { payment: id, totalCents }: Refund): Promise<void> {
  const [payment] = await deps.db.select().from(payments).where(eq(payments.id, id));
  if (!payment?.providerOrder) throw new Error(`Payment ${id} has no provider order`);
  if (payment.provider !== deps.payments.provider)
    throw new Error(`Payment ${id} was made at ${payment.provider}, not ${deps.payments.provider}`);
  const notificationUrl = new URL(`/api/payments/notify/${payment.provider}`, deps.config.apiUrl).href;
  try {
    await deps.payments.refund(payment.providerOrder, { totalCents, description: id, notificationUrl });
  } catch (error) {
    deps.events.record('payment.refund-failed', { payment: id, cents: totalCents });
    throw error;
  }
  const isOf = and(eq(paymentReturns.paymentId, id), lte(paymentReturns.totalCents, totalCents));
  await deps.db
    .update(paymentReturns)
    .set({ sentAt: deps.now() })
    .where(and(isOf, isNull(paymentReturns.sentAt)));
  deps.events.record('payment.refund-sent', { payment: id, cents: totalCents });
}

/** Locks the payment and returns what would be refunded. Throws like `refundPayment`. */
export async function holdRefund(
  tx: Tx,
  { id, cents }: { id: string; cents?: number | undefined },
): Promise<{ payment: PaymentRow; cents: number }> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  if (!payment) throw new AppError('badRequest.notFound');
  const left = payment.cents - payment.returnedCents;
  const wanted = cents ?? left;
  if (payment.state !== 'success' || wanted <= 0 || wanted > left)
    throw new AppError('badRequest.invalid.payment');
  return { payment, cents: wanted };
}

/**
 * Takes the credits at once; the outbox sends money and mail. Refunds all that is left without `cents`. Throws
 * `badRequest.notFound`, and `badRequest.invalid.payment` if less is left. Run by the guard of acts of value.
 */
export async function refundPayment(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: OperatorCaller,
  { id, cents }: { id: string; cents?: number | undefined },
): Promise<Returned> {
  const at = now();
  return db.transaction(async (tx) => {
    const { payment, cents: wanted } = await holdRefund(tx, { id, cents });
    const totalCents = payment.returnedCents + wanted;
    const returned = await bookReturn(tx, payment, { how: 'refund', totalCents, isSent: false, at });
    if (!returned) throw new AppError('badRequest.invalid.payment');
    await addWork(tx, refundWork, { payload: { payment: id, totalCents }, runAt: at });
    const { memberId, currency } = payment;
    const { cents: sent, taken: credits } = returned;
    const boughtAt = payment.createdAt.toISOString();
    const mail = { memberId, boughtAt, cents: sent, currency, credits };
    await addWork(tx, refundMailWork, { payload: mail, runAt: at });
    const details = { cents: sent };
    await recordAct(tx, caller, { act: 'payment.refunded', memberId, subject: `payment:${id}`, details, at });
    return returned;
  });
}
