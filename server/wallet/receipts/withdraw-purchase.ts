import { and, eq } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { withdrawPurchase as call } from '#contract/wallet/receipts-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { accounts } from '#server/ledger/tables.ts';
import { addWork } from '#server/outbox/work.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { bookReturn } from '../returns/book-return.ts';
import { refundWork } from '../returns/refund-payment.ts';
import { type PaymentRow, payments, withdrawals } from '../tables.ts';
import { withdrawalMailWork } from './mail-work.ts';
import { findReceipt } from './reads.ts';
import { offerOf, unusedByPayment } from './withdrawable.ts';

/**
 * Takes a purchase's unused credits; refund and acknowledgement go through the outbox. Idempotent. Throws
 * `badRequest.notFound`, and `badRequest.withdrawal.closed` if nothing is left or it is too late.
 */
export async function withdrawPurchase(
  deps: Deps,
  caller: Caller,
  { receipt }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const member = requireMember(caller);
  const { memberId } = member;
  await deps.limits.take('settings-money', String(memberId));
  const at = deps.now();
  const found = await findReceipt(deps, memberId, receipt);
  if (!found) throw new AppError('badRequest.notFound');
  const { id } = found.payment;
  const { credits, cents, withdrawnAt } = await deps.db.transaction(async (tx) => {
    const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
    if (!payment) throw new AppError('badRequest.notFound');
    const [earlier] = await tx.select().from(withdrawals).where(eq(withdrawals.paymentId, id));
    if (earlier) return earlier;
    const { row, balance } = await withdraw(tx, payment, at);
    const details = {
      memberId,
      receipt,
      credits: row.credits,
      cents: row.cents,
      currency: payment.currency,
    };
    await addWork(tx, withdrawalMailWork, { payload: { ...details, at: at.toISOString() }, runAt: at });
    await recordAct(tx, member, { act: 'payment.withdrawn', subject: `payment:${id}`, at });
    tx.afterCommit(() => {
      deps.push.toMember(memberId, 'updated-credits', { credits: balance });
      deps.events.record('payment.withdrawn', { payment: id, cents: row.cents, credits: row.credits });
    });
    return row;
  });
  return { credits, cents, withdrawnAt: withdrawnAt.toISOString() };
}

async function withdraw(tx: Tx, payment: PaymentRow, at: Date) {
  // Locks the account, so that nothing is spent between the count and the booking.
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.kind, 'member'), eq(accounts.owner, String(payment.memberId))))
    .for('no key update');
  const offer = offerOf(payment, await unusedByPayment(tx, payment.memberId), at);
  if (!offer) throw new AppError('badRequest.withdrawal.closed');
  const { credits, cents } = offer;
  const totalCents = payment.returnedCents + cents;
  const returned = await bookReturn(tx, payment, { how: 'refund', totalCents, credits, isSent: false, at });
  if (!returned || returned.taken !== credits)
    throw new Error(`The return of payment ${payment.id} did not take ${credits} credits`);
  await addWork(tx, refundWork, { payload: { payment: payment.id, totalCents }, runAt: at });
  const [row] = await tx
    .insert(withdrawals)
    .values({ paymentId: payment.id, credits, cents, withdrawnAt: at })
    .returning();
  if (!row) throw new Error(`Withdrawal of payment ${payment.id} was not inserted`);
  return { row, balance: returned.balance };
}
