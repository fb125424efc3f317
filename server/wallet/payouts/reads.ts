import { and, asc, desc, eq, gte, isNull, lt, or } from 'drizzle-orm';
import { monthSpan } from '#contract/day.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import { payouts } from '../tables.ts';

export type PayoutRow = typeof payouts.$inferSelect;

type Reading = Pick<Db, 'select'>;

/** For a month, or paid in it; oldest first. */
export function payoutsIn(db: Reading, month: string): Promise<PayoutRow[]> {
  const { from, to } = monthSpan(month);
  return db
    .select()
    .from(payouts)
    .where(or(eq(payouts.month, month), and(gte(payouts.paidAt, from), lt(payouts.paidAt, to))))
    .orderBy(asc(payouts.id));
}

/** Newest first. */
export const payoutsOf = (db: Reading, performerId: number): Promise<PayoutRow[]> =>
  db.select().from(payouts).where(eq(payouts.performerId, performerId)).orderBy(desc(payouts.id));

/** Payouts that did not come back, of this performer or of all, by the month that they were paid for. */
export const keptPayouts = (db: Reading, performerId?: number): Promise<PayoutRow[]> =>
  db
    .select()
    .from(payouts)
    .where(
      and(
        isNull(payouts.returnedAt),
        performerId === undefined ? undefined : eq(payouts.performerId, performerId),
      ),
    )
    .orderBy(asc(payouts.month), asc(payouts.id));

/** Locks the row; undefined for an unknown payout. */
export async function holdPayout(tx: Tx, id: number): Promise<PayoutRow | undefined> {
  const [row] = await tx.select().from(payouts).where(eq(payouts.id, id)).for('update');
  return row;
}

export interface MonthPaid {
  /** Payouts for the month, also those that came back. */
  payouts: number;
  /** Credits of the one that did not come back; 0 without one. */
  credits: number;
}

/** What performers were paid for each month. */
export async function paidByMonth(db: Reading, only?: number): Promise<Map<number, Map<string, MonthPaid>>> {
  const { performerId, month, credits, returnedAt } = payouts;
  const rows = await db
    .select({ performerId, month, credits, returnedAt })
    .from(payouts)
    .where(only === undefined ? undefined : eq(performerId, only));
  const all = new Map<number, Map<string, MonthPaid>>();
  for (const row of rows) {
    const own = all.get(row.performerId) ?? new Map<string, MonthPaid>();
    const before = own.get(row.month) ?? { payouts: 0, credits: 0 };
    const kept = row.returnedAt === null ? row.credits : 0;
    own.set(row.month, { payouts: before.payouts + 1, credits: before.credits + kept });
    all.set(row.performerId, own);
  }
  return all;
}
