import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type {
  askRefund as askRefundCall,
  listRefundRequests as listRefundRequestsCall,
} from '#contract/desk/member-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { needsReview } from '#contract/wallet/returns.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { payments } from '../../tables.ts';
import { refundPayment } from '../refund-payment.ts';
import { paymentReturns, refundRequests } from '../tables.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Refunds a payment, or stores a request for a second operator. Throws `badRequest.notFound`,
 * `badRequest.invalid.payment` if less is left, `badRequest.idempotency.conflict` if a request waits.
 */
export async function askRefund(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  caller: Caller,
  { payment: id, cents }: { payment: string; cents?: number | undefined },
): Promise<OutputOf<typeof askRefundCall>> {
  const by = requireOperator(caller);
  const at = deps.now();
  return deps.db.transaction(async (tx) => {
    const payment = await holdPayments(tx, id);
    const { memberId } = payment;
    const wanted = cents ?? payment.cents - payment.returnedCents;
    const recentCents = await refundedTo(tx, memberId, new Date(at.getTime() - DAY_MS));
    if (!needsReview({ cents: wanted, recentCents, above: deps.config.refundReviewAbove }))
      return { request: null, returned: await refundPayment({ ...deps, db: tx }, by, { id, cents }) };
    if (payment.state !== 'success' || wanted <= 0 || payment.returnedCents + wanted > payment.cents)
      throw new AppError('badRequest.invalid.payment');
    const [row] = await tx
      .insert(refundRequests)
      .values({ paymentId: id, cents: wanted, askedBy: by.name, reason: by.reason ?? '', askedAt: at })
      .onConflictDoNothing()
      .returning({ id: refundRequests.id });
    if (!row) throw new AppError('badRequest.idempotency.conflict');
    const details = { cents: wanted };
    await recordAct(tx, by, { act: 'payment.refund-asked', memberId, subject: `payment:${id}`, details, at });
    return { request: row.id, returned: null };
  });
}

/** Locks all payments of the member, so that refunds at the same time are added up. */
async function holdPayments(tx: Tx, id: string) {
  const [one] = await tx.select({ memberId: payments.memberId }).from(payments).where(eq(payments.id, id));
  if (!one) throw new AppError('badRequest.notFound');
  const all = await tx
    .select()
    .from(payments)
    .where(eq(payments.memberId, one.memberId))
    .orderBy(asc(payments.id))
    .for('update');
  const payment = all.find((row) => row.id === id);
  if (!payment) throw new AppError('badRequest.notFound');
  return payment;
}

async function refundedTo(tx: Tx, memberId: number, since: Date): Promise<number> {
  const [row] = await tx
    .select({ cents: sql<number>`coalesce(sum(${paymentReturns.cents}), 0)`.mapWith(Number) })
    .from(paymentReturns)
    .innerJoin(payments, eq(payments.id, paymentReturns.paymentId))
    .where(
      and(
        eq(payments.memberId, memberId),
        eq(paymentReturns.how, 'refund'),
        gt(paymentReturns.returnedAt, since),
      ),
    );
  return row?.cents ?? 0;
}

export async function listRefundRequests(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
): Promise<OutputOf<typeof listRefundRequestsCall>> {
  requireOperator(caller);
  return { result: await openRequests(db) };
}

/** Open requests, oldest first; with a member only that member's. */
export async function openRequests(db: Pick<Db, 'select'>, memberId?: number) {
  const rows = await db
    .select({ request: refundRequests, payment: payments })
    .from(refundRequests)
    .innerJoin(payments, eq(payments.id, refundRequests.paymentId))
    .where(
      and(
        isNull(refundRequests.decidedAt),
        memberId === undefined ? undefined : eq(payments.memberId, memberId),
      ),
    )
    .orderBy(asc(refundRequests.id));
  return rows.map(({ request, payment }) => ({
    request: request.id,
    payment: payment.id,
    memberId: payment.memberId,
    cents: request.cents,
    currency: payment.currency,
    askedBy: request.askedBy,
    reason: request.reason,
    askedAt: request.askedAt.toISOString(),
  }));
}
