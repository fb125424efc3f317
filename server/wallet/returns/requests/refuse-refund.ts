import type { refuseRefund as call } from '#contract/desk/member-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';

import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';

import { closeRequest, holdRequest } from './hold-request.ts';

/** Closes a request without a refund. Throws `badRequest.notFound`, also for a decided one. */
export async function refuseRefund(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { request: id }: Pick<ParsedInput<typeof call>, 'request'>,
): Promise<OutputOf<typeof call>> {
  const by = requireOperator(caller);
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    const request = await holdRequest(tx, id);

    const member = await closeRequest(tx, request, { decision: 'refused', by, at });
    const subject = `payment:${request.paymentId}`;
    await recordAct(tx, by, { act: 'payment.refund-refused', ...member, subject, at });
  });
  return true;
}
