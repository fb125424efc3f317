import { and, count, desc, eq } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import {
  type listPayments as listPaymentsCall,
  PAYMENTS_PAGE,
  type Payment,
  type readPayment as readPaymentCall,
} from '#contract/wallet/purchase-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { payments } from '../tables.ts';
import { toPayment } from './reads.ts';

/** Another member's payment is treated like a missing one. */
export async function readPayment(
  deps: Deps,
  caller: Caller,
  { id }: ParsedInput<typeof readPaymentCall>,
): Promise<Payment> {
  const { memberId } = requireMember(caller);
  const [row] = await deps.db
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), eq(payments.memberId, memberId)));
  if (!row) throw new AppError('badRequest.notFound');
  return toPayment(row);
}

export async function listPayments(
  deps: Deps,
  caller: Caller,
  { page }: ParsedInput<typeof listPaymentsCall>,
): Promise<OutputOf<typeof listPaymentsCall>> {
  const { memberId } = requireMember(caller);
  const own = eq(payments.memberId, memberId);
  const [total] = await deps.db.select({ count: count() }).from(payments).where(own);
  const rows = await deps.db
    .select()
    .from(payments)
    .where(own)
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(PAYMENTS_PAGE)
    .offset((page - 1) * PAYMENTS_PAGE);
  return { result: rows.map(toPayment), total: total?.count ?? 0 };
}
