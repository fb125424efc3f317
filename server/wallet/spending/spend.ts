import {
  type AnyColumn,
  and,
  eq,
  exists,
  gt,
  isNull,
  not,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import { AppError, type ErrorLabel, labelOf } from '#contract/errors.ts';
import {
  type Account,
  type TransferRequest,
  type TransferResult,
  transfer,
} from '#server/ledger/transfer.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import { limitRefusal, type WishedSpend } from '../limits/limit-refusal.ts';
import { coolOffRows, spendingLimits } from '../limits/tables.ts';
import { owedBy } from '../returns/reads.ts';
import { debts } from '../returns/tables.ts';

export interface Spend extends TransferRequest {
  from: Extract<Account, { kind: 'member' }>;
}

/**
 * The one place in which a member's credits are spent: tips, minutes, whatever comes. A repeated key is answered as before.
 * Throws what `refuseSpend` says, and as `transfer` does. Only who `isUnbound` may spend without coming here.
 */
export const spend = (tx: Tx, spending: Spend): Promise<TransferResult> =>
  spendBy(tx, spending, () => transfer(tx, spending));

/** The same for an act whose own statement moves the credits. */
export async function spendBy<Moved extends Pick<TransferResult, 'created'>>(
  tx: Tx,
  spending: Pick<Spend, 'from' | 'amount' | 'at'>,
  move: () => Promise<Moved>,
): Promise<Moved> {
  const { from, amount, at } = spending;
  const wished = { memberId: from.owner, amount, at };
  const refusal = (await refuseForDebt(tx, from.owner)) ?? (await limitRefusal(tx, wished, true));
  const result = await move().catch((error: unknown) => {
    // A balance is low because of the debt, too: that is the better word.
    throw refusal && labelOf(error) === 'badRequest.invalid.payment' ? new AppError(refusal) : error;
  });
  if (refusal && result.created) throw new AppError(refusal);
  return result;
}

/** Why a member may not spend this much now, whatever the balance; null when there is no reason. */
export const refuseSpend = async (tx: Pick<Tx, 'select'>, wished: WishedSpend): Promise<ErrorLabel | null> =>
  (await refuseForDebt(tx, wished.memberId)) ?? limitRefusal(tx, wished, false);

const refuseForDebt = async (tx: Pick<Tx, 'select'>, memberId: number): Promise<ErrorLabel | null> =>
  (await owedBy(tx, memberId)) > 0 ? 'badRequest.debt.open' : null;

/**
 * Whether no rule of this file can refuse this member anything: no debt, no limit, no rest from spending. To be read with what
 * else an act needs to know; a rule that comes is a line here too.
 */
export function isUnbound(
  db: Pick<Db, 'select'>,
  memberId: AnyColumn | Placeholder,
  at: Date | Placeholder,
): SQL<boolean> {
  const one = { one: sql`1` };
  const owing = and(eq(debts.memberId, memberId), isNull(debts.settledAt));
  const resting = and(eq(coolOffRows.memberId, memberId), gt(coolOffRows.until, at));
  return sql<boolean>`${and(
    not(exists(db.select(one).from(debts).where(owing))),
    not(exists(db.select(one).from(spendingLimits).where(eq(spendingLimits.memberId, memberId)))),
    not(exists(db.select(one).from(coolOffRows).where(resting))),
  )}`;
}
