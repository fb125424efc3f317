import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/ports/database.ts';
import { debts } from './tables.ts';

/** Query for the credits that this member owes; 0 without a debt. */
export const debtOf = (db: Pick<Db, 'select'>, memberId: number | SQL) =>
  db
    .select({ owed: sql<number>`coalesce(sum(${debts.credits} - ${debts.paid}), 0)`.mapWith(Number) })
    .from(debts)
    .where(and(eq(debts.memberId, memberId), isNull(debts.settledAt)));

export async function owedBy(db: Pick<Db, 'select'>, memberId: number): Promise<number> {
  const [row] = await debtOf(db, memberId);
  return row?.owed ?? 0;
}
