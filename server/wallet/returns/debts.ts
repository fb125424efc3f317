import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { transferUpTo } from '#server/ledger/transfer.ts';
import type { Db, Tx } from '#server/ports/database.ts';
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

interface Income {
  memberId: number;
  /** Key of the income: `payment:…`. */
  source: string;
  at: Date;
}

/** Pays a member's debts from the balance, oldest first. Returns the credits paid. */
export async function payDebts(tx: Tx, { memberId, source, at }: Income): Promise<number> {
  const open = await tx
    .select()
    .from(debts)
    .where(and(eq(debts.memberId, memberId), isNull(debts.settledAt)))
    .orderBy(asc(debts.id))
    .for('update');
  let settled = 0;
  for (const debt of open) {
    const paid = await transferUpTo(tx, {
      key: `debt:${debt.id}:${source}`,
      kind: 'debt',
      from: { kind: 'member', owner: memberId },
      to: { kind: 'house', owner: 'sales' },
      amount: debt.credits - debt.paid,
      reference: `debt:${debt.id}`,
      at,
    });
    if (!paid) break;
    const total = debt.paid + paid.amount;
    const settledAt = total === debt.credits ? at : null;
    await tx.update(debts).set({ paid: total, settledAt }).where(eq(debts.id, debt.id));
    settled += paid.amount;
  }
  return settled;
}
