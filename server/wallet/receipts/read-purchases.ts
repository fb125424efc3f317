import { and, count, desc, eq } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import {
  type listPurchases as listPurchasesCall,
  PURCHASES_PAGE,
  type Purchase,
  type readPurchase as readPurchaseCall,
} from '#contract/wallet/receipts-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { payments, receipts } from '../tables.ts';
import { findReceipt, toPurchase } from './reads.ts';
import { unusedByPayment } from './withdrawable.ts';

export async function listPurchases(
  deps: Deps,
  caller: Caller,
  { page }: ParsedInput<typeof listPurchasesCall>,
): Promise<OutputOf<typeof listPurchasesCall>> {
  const { memberId } = requireMember(caller);
  const own = and(eq(payments.memberId, memberId), eq(payments.state, 'success'));
  const [total] = await deps.db.select({ count: count() }).from(payments).where(own);
  const rows = await deps.db
    .select({ payment: payments, receipt: receipts })
    .from(payments)
    .innerJoin(receipts, eq(receipts.paymentId, payments.id))
    .where(own)
    .orderBy(desc(receipts.year), desc(receipts.number))
    .limit(PURCHASES_PAGE)
    .offset((page - 1) * PURCHASES_PAGE);
  const unused = await unusedByPayment(deps.db, memberId);
  return { result: rows.map((row) => toPurchase(deps, row, unused)), total: total?.count ?? 0 };
}

export async function readPurchase(
  deps: Deps,
  caller: Caller,
  { receipt }: ParsedInput<typeof readPurchaseCall>,
): Promise<Purchase> {
  const { memberId } = requireMember(caller);
  const found = await findReceipt(deps, memberId, receipt);
  if (!found) throw new AppError('badRequest.notFound');
  return toPurchase(deps, found, await unusedByPayment(deps.db, memberId));
}
