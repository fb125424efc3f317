import { eq } from 'drizzle-orm';
import { offersOf } from '#contract/wallet/bundles.ts';
import type { Payment } from '#contract/wallet/purchase-calls.ts';
import type { Deps } from '#server/ports/deps.ts';
import { bundles, type PaymentRow } from './tables.ts';

/** In the operator's order. */
export async function bundlesOnSale({ db }: Deps) {
  const rows = await db.select().from(bundles).where(eq(bundles.active, true)).orderBy(bundles.position);
  return offersOf(rows);
}

export function toPayment(row: PaymentRow): Payment {
  return {
    payment: row.id,
    status: row.status,
    reason: row.failReason,
    cents: row.cents,
    credits: row.credits,
    currency: row.currency,
    paymentMethod: row.method,
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
  };
}
