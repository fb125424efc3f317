import { between, eq } from 'drizzle-orm';
import { offersOf, type Payment } from '#contract/wallet/purchase-calls.ts';
import { localDay } from '#server/db/expressions.ts';
import type { Deps } from '#server/ports/deps.ts';
import { bundles, type PaymentRow, payments } from '../tables.ts';

/** Sorted as configured by the operator. */
export async function bundlesOnSale({ db, config }: Deps) {
  const rows = await db.select().from(bundles).where(eq(bundles.active, true)).orderBy(bundles.position);
  return offersOf(rows, config.popularBundle);
}

export function toPayment(row: PaymentRow): Payment {
  return {
    payment: row.id,
    status: row.state,
    reason: row.failReason,
    cents: row.cents,
    credits: row.credits,
    debt: row.debt,
    currency: row.currency,
    paymentMethod: row.method,
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
  };
}

export interface FirstPurchase {
  readonly memberId: number;
  /** Day in the operator's time zone, as `2026-12-31`. */
  readonly day: string;
  readonly cents: number;
}

/** Members' first purchases from the first day to the last, inclusive. */
export function firstPurchases(
  { db }: Pick<Deps, 'db'>,
  { from, to }: { from: string; to: string },
): Promise<FirstPurchase[]> {
  const day = localDay(payments.settledAt).as('day');
  const first = db
    .selectDistinctOn([payments.memberId], { memberId: payments.memberId, day, cents: payments.cents })
    .from(payments)
    .where(eq(payments.state, 'success'))
    .orderBy(payments.memberId, payments.settledAt)
    .as('first');
  return db
    .select()
    .from(first)
    .where(between(first.day, from, to));
}
