import type { approveRefund as call } from '#contract/desk/member-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { refundPayment } from '../refund-payment.ts';
import { closeRequest, holdRequest } from './hold-request.ts';

/**
 * Carries out another operator's refund request. Throws `badRequest.forbidden` for the requester,
 * `badRequest.notFound` if it is decided, and `badRequest.invalid.payment` if less is left meanwhile.
 */
export async function approveRefund(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { request: id }: Pick<ParsedInput<typeof call>, 'request'>,
): Promise<OutputOf<typeof call>> {
  const by = requireOperator(caller);
  const at = deps.now();
  return deps.db.transaction(async (tx) => {
    const request = await holdRequest(tx, id);
    if (request.askedBy === by.name) throw new AppError('badRequest.forbidden');
    const member = await closeRequest(tx, request, { decision: 'approved', by, at });
    const subject = `payment:${request.paymentId}`;
    await recordAct(tx, by, { act: 'payment.refund-approved', ...member, subject, at });
    return refundPayment({ ...deps, db: tx }, by, { id: request.paymentId, cents: request.cents });
  });
}
