import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { readPurchase as call, Purchase } from '#contract/wallet/receipts-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { findReceipt, toPurchase } from './reads.ts';
import { unusedByPayment } from './withdrawable.ts';

export async function readPurchase(
  deps: Deps,
  caller: Caller,
  { receipt }: ParsedInput<typeof call>,
): Promise<Purchase> {
  const { memberId } = requireMember(caller);
  const found = await findReceipt(deps, memberId, receipt);
  if (!found) throw new AppError('badRequest.notFound');
  return toPurchase(deps, found, await unusedByPayment(deps.db, memberId));
}
