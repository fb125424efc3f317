import { and, eq, isNull } from 'drizzle-orm';
import type {
  approveRefund as approveRefundCall,
  refuseRefund as refuseRefundCall,
} from '#contract/desk/member-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, type OperatorCaller, requireOperator } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { payments } from '../../tables.ts';
import { refundPayment } from '../refund-payment.ts';
import { refundRequests } from '../tables.ts';

/**
 * Carries out another operator's refund request. Throws `badRequest.forbidden` for the requester,
 * `badRequest.notFound` if it is decided, and `badRequest.invalid.payment` if less is left meanwhile.
 */
export async function approveRefund(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { request: id }: Pick<ParsedInput<typeof approveRefundCall>, 'request'>,
): Promise<OutputOf<typeof approveRefundCall>> {
  const by = requireOperator(caller);
  const at = deps.now();
  return deps.db.transaction(async (tx) => {
    const request = await holdRequest(tx, id);
    if (request.askedBy === by.name) throw new AppError('badRequest.forbidden');
    const member = await closeRequest(tx, request, { decision: 'approved', by, at });
    const subject = `payment:${request.paymentId}`;
    const details = { cents: request.cents };
    await recordAct(tx, by, { act: 'payment.refund-approved', ...member, subject, details, at });
    return refundPayment({ ...deps, db: tx }, by, { id: request.paymentId, cents: request.cents });
  });
}

/** Closes a request without a refund. Throws `badRequest.notFound`, also for a decided one. */
export async function refuseRefund(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { request: id }: Pick<ParsedInput<typeof refuseRefundCall>, 'request'>,
): Promise<OutputOf<typeof refuseRefundCall>> {
  const by = requireOperator(caller);
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    const request = await holdRequest(tx, id);
    const member = await closeRequest(tx, request, { decision: 'refused', by, at });
    const subject = `payment:${request.paymentId}`;
    const details = { cents: request.cents };
    await recordAct(tx, by, { act: 'payment.refund-refused', ...member, subject, details, at });
  });
  return true;
}

/** Locks an open request. Throws `badRequest.notFound`, also for a decided one. */
async function holdRequest(tx: Tx, request: number) {
  const [row] = await tx
    .select()
    .from(refundRequests)
    .where(and(eq(refundRequests.id, request), isNull(refundRequests.decidedAt)))
    .for('update');
  if (!row) throw new AppError('badRequest.notFound');
  return row;
}

/** Stores the decision and returns whose payment it is. */
async function closeRequest(
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
