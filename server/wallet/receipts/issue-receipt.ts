import { sql } from 'drizzle-orm';
import { dayOf } from '#contract/day.ts';
import type { Tx } from '#server/ports/database.ts';
import { receipts, receiptYears } from '../tables.ts';

/**
 * Gives a booked payment its receipt, with the next number of the year in the operator's time zone. The numbers of a year
 * have no gaps: its row stays locked until the transaction ends.
 */
export async function issueReceipt(
  tx: Tx,
  { paymentId, at }: { paymentId: string; at: Date },
): Promise<void> {
  const year = Number(dayOf(at).slice(0, 4));
  const [next] = await tx
    .insert(receiptYears)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: receiptYears.year, set: { last: sql`${receiptYears.last} + 1` } })
    .returning({ number: receiptYears.last });
  if (!next) throw new Error(`No receipt number for ${year}`);
  await tx.insert(receipts).values({ year, number: next.number, paymentId, issuedAt: at });
}
