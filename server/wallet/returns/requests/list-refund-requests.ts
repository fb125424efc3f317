import { and, asc, eq, isNull } from 'drizzle-orm';
import type { listRefundRequests as call } from '#contract/desk/member-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { payments } from '../../tables.ts';
import { refundRequests } from '../tables.ts';

export async function listRefundRequests(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
): Promise<OutputOf<typeof call>> {
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
