import { and, eq } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { readPayment as call, Payment } from '#contract/wallet/purchase-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { payments } from '../tables.ts';
import { toPayment } from './reads.ts';

/** Another member's payment is treated like a missing one. */
export async function readPayment(
  deps: Deps,
  caller: Caller,
  { id }: ParsedInput<typeof call>,
): Promise<Payment> {
  const { memberId } = requireMember(caller);
  const [row] = await deps.db
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), eq(payments.memberId, memberId)));
  if (!row) throw new AppError('badRequest.notFound');
  return toPayment(row);
}
