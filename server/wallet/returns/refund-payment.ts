import { eq } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import { addWork } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { payments } from '../tables.ts';
import { bookReturn, type Returned } from './book-return.ts';
import { refundMailWork } from './refund-mail-work.ts';
import { refundWork } from './refund-work.ts';

/**
 * Takes the credits at once; the outbox sends money and mail. Refunds all that is left without `cents`. Throws
 * `badRequest.notFound`, and `badRequest.invalid.payment` if less is left.
 */
export async function refundPayment(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: OperatorCaller,
  { id, cents }: { id: string; cents?: number | undefined },
): Promise<Returned> {
  const at = now();
  return db.transaction(async (tx) => {
    const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
    if (!payment) throw new AppError('badRequest.notFound');
    const left = payment.cents - payment.returnedCents;
    const totalCents = payment.returnedCents + (cents ?? left);
    if (totalCents > payment.cents) throw new AppError('badRequest.invalid.payment');
    const returned = await bookReturn(tx, payment, { how: 'refund', totalCents, isSent: false, at });
    if (!returned) throw new AppError('badRequest.invalid.payment');
    await addWork(tx, refundWork, { payload: { payment: id, totalCents }, runAt: at });
    const { memberId, currency } = payment;
    const { cents: sent, taken: credits } = returned;
    const boughtAt = payment.createdAt.toISOString();
    const mail = { memberId, boughtAt, cents: sent, currency, credits };
    await addWork(tx, refundMailWork, { payload: mail, runAt: at });
    await recordAct(tx, caller, { act: 'payment.refunded', memberId, subject: `payment:${id}`, at });
    return returned;
  });
}
