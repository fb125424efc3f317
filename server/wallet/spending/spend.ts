import { inArray } from 'drizzle-orm';
import { AppError, type ErrorLabel } from '#contract/errors.ts';
import type { Config } from '#server/config/config.ts';
import { transfers } from '#server/ledger/tables.ts';
import {
  type Account,
  type PlainRequest,
  type Refused,
  type TransferResult,
  transferAll,
} from '#server/ledger/transfer.ts';
import type { Tx } from '#server/ports/database.ts';
import {
  type Bounds,
  holdBounds,
  noteNearLimits,
  readBounds,
  refusalOf,
  type WishedSpend,
} from './bounds.ts';

export interface Spend extends Omit<PlainRequest, 'freeEarns'> {
  from: Extract<Account, { kind: 'member' }>;
}

/** Whether performers earn from the free credits that are spent. */
type SpendTerms = Pick<Config, 'freeCreditsEarn'>;

/** Throws the refusal: that of `refuseSpend`, or as `transfer` does. A repeated key returns the earlier result. */
export async function spend(tx: Tx, terms: SpendTerms, spending: Spend): Promise<TransferResult> {
  const [result] = await spendAll(tx, terms, [spending]);
  if (!result) throw new Error(`No result for spend ${spending.reference}`);
  if ('refused' in result) throw new AppError(result.refused);
  return result;
}

/**
 * The only place where members' credits are spent. Nothing is written for a refused spend, and the others continue. At
 * most one per member, because the bounds are read before the first is booked.
 */
export async function spendAll(
  tx: Tx,
  { freeCreditsEarn: freeEarns }: SpendTerms,
  spendings: readonly Spend[],
): Promise<(TransferResult | Refused<ErrorLabel>)[]> {
  if (spendings.length === 0) return [];
  if (new Set(spendings.map(({ from }) => from.owner)).size < spendings.length)
    throw new RangeError('spendAll takes at most one spend per member');
  const bounds = await holdBounds(tx, spendings.map(wishOf));
  const plans = spendings.map((spending, place) => planOf(spending, bounds[place]));
  const known = await knownKeys(
    tx,
    plans.filter(({ refusal }) => refusal).map(({ spending }) => spending.key),
  );
  const booked = plans.filter(({ spending, refusal }) => !refusal || known.has(spending.key));
  const transferred = await transferAll(
    tx,
    booked.map(({ spending }) => ({ ...spending, freeEarns })),
  );
  const results = new Map(booked.map((plan, place) => [plan, transferred[place]]));
  const spent = booked.filter((plan) => {
    const result = results.get(plan);
    return result && 'created' in result && result.created;
  });
  await noteNearLimits(
    tx,
    spent.map(({ spending, bounds }) => ({ bounds, wished: wishOf(spending) })),
  );
  return plans.map((plan) => {
    const result = results.get(plan) ?? (plan.refusal && { refused: plan.refusal });
    if (!result) throw new Error(`No result for spend ${plan.spending.reference}`);
    return result;
  });
}

const wishOf = ({ from, amount, at }: Spend): WishedSpend => ({ memberId: from.owner, amount, at });

interface Plan {
  spending: Spend;
  bounds: Bounds;
  refusal: ErrorLabel | null;
}

function planOf(spending: Spend, bounds: Bounds | undefined): Plan {
  if (!bounds) throw new Error(`No bounds for member ${spending.from.owner}`);
  return { spending, bounds, refusal: refusalOf(bounds, spending.amount) };
}

/** Of refused spends, the keys that were booked before: these return their earlier result. */
async function knownKeys(tx: Tx, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { idempotencyKey } = transfers;
  const rows = await tx.select({ key: idempotencyKey }).from(transfers).where(inArray(idempotencyKey, keys));
  return new Set(rows.map(({ key }) => key));
}

/** Why a member may not spend this amount now, regardless of the balance; null without a reason. */
export async function refuseSpend(
  db: Pick<Tx, 'select' | '_'>,
  wished: WishedSpend,
): Promise<ErrorLabel | null> {
  const [bounds] = await readBounds(db, [wished]);
  return bounds ? refusalOf(bounds, wished.amount) : null;
}
