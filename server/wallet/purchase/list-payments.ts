import { count, desc, eq } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { type listPayments as call, PAYMENTS_PAGE } from '#contract/wallet/purchase-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { payments } from '../tables.ts';
import { toPayment } from './reads.ts';

export async function listPayments(
  deps: Deps,
  caller: Caller,
  { page }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
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
