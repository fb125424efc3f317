import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import { payments } from '../../tables.ts';
import { refundRequests } from './tables.ts';

/** Locks an open request. Throws `badRequest.notFound`, also for a decided one. */
export async function holdRequest(tx: Tx, request: number) {
  const [row] = await tx
    .select()
    .from(refundRequests)
    .where(and(eq(refundRequests.id, request), isNull(refundRequests.decidedAt)))
    .for('update');
  if (!row) throw new AppError('badRequest.notFound');
  return row;
}

/** Stores the decision and returns whose payment it is. */
export async function closeRequest(
  tx: Tx,
  request: typeof refundRequests.$inferSelect,
  { decision, by, at }: { decision: 'approved' | 'refused'; by: OperatorCaller; at: Date },
): Promise<{ memberId: number }> {
  await tx
    .update(refundRequests)
    .set({ decision, decidedBy: by.name, decidedAt: at })
    .where(eq(refundRequests.id, request.id));
  const [payment] = await tx
    .select({ memberId: payments.memberId })
    .from(payments)
    .where(eq(payments.id, request.paymentId));
  if (!payment) throw new Error(`Request ${request.id} has no payment`);
  return { memberId: payment.memberId };
}
