import { AppError, type ErrorLabel, labelOf } from '#contract/errors.ts';
import {
  type Account,
  type TransferRequest,
  type TransferResult,
  transfer,
} from '#server/ledger/transfer.ts';
import type { Tx } from '#server/ports/database.ts';
import { holdBounds, noteNearLimits, readBounds, refusalOf, type WishedSpend } from './bounds.ts';

export interface Spend extends TransferRequest {
  from: Extract<Account, { kind: 'member' }>;
}

/**
 * The one place in which a member's credits are spent: tips, minutes, whatever comes. A repeated key is answered as before.
 * Throws what `refuseSpend` says, and as `transfer` does.
 */
export async function spend(tx: Tx, spending: Spend): Promise<TransferResult> {
  const { from, amount, at } = spending;
  const wished = { memberId: from.owner, amount, at };
  const bounds = await holdBounds(tx, wished);
  const refusal = refusalOf(bounds, amount);
  const result = await transfer(tx, spending).catch((error: unknown) => {
    // A balance is low because of the debt, too: that is the better word.
    throw refusal && labelOf(error) === 'badRequest.invalid.payment' ? new AppError(refusal) : error;
  });
  if (!result.created) return result;
  if (refusal) throw new AppError(refusal);
  await noteNearLimits(tx, bounds, wished);
  return result;
}

/** Why a member may not spend this much now, whatever the balance; null when there is no reason. */
export const refuseSpend = async (tx: Pick<Tx, 'select'>, wished: WishedSpend): Promise<ErrorLabel | null> =>
  refusalOf(await readBounds(tx, wished), wished.amount);
