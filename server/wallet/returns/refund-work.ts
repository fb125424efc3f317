import { and, eq, isNull, lte } from 'drizzle-orm';
import { z } from 'zod';
import type { WorkKind } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { payments } from '../tables.ts';
import { paymentReturns } from './tables.ts';

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
