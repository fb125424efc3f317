import { eq, sql } from 'drizzle-orm';
import type { BooksViolation } from '#server/ledger/check-books.ts';
import { transfers } from '#server/ledger/tables.ts';
import type { Db } from '#server/ports/database.ts';
import { payments } from '../tables.ts';
import { debts, paymentReturns } from './tables.ts';

type Reading = Pick<Db, 'select'>;

/** Payments whose returns do not match: a different sum, more credits than were bought, or another transfer. */
export async function wrongReturns(db: Reading): Promise<BooksViolation[]> {
  const gone = sql`coalesce(sum(${paymentReturns.taken} + ${paymentReturns.owed}), 0)`;
  const rows = await db
    .select({ payment: payments.id })
    .from(payments)
    .leftJoin(paymentReturns, eq(paymentReturns.paymentId, payments.id))
    .leftJoin(transfers, eq(transfers.id, paymentReturns.transferId))
    .where(sql`${payments.returnedCents} > 0 or ${paymentReturns.id} is not null`)
    .groupBy(payments.id)
    .having(sql`coalesce(sum(${paymentReturns.cents}), 0) <> ${payments.returnedCents}
      or ${gone} > ${payments.credits}
      or (${payments.returnedCents} = ${payments.cents} and ${gone} <> ${payments.credits})
      or bool_or(${paymentReturns.taken} > 0 and (${transfers.kind}, ${transfers.amount}, ${transfers.reference})
        is distinct from (${paymentReturns.how}, ${paymentReturns.taken}::bigint, 'payment:' || ${payments.id}))`);
  return rows.map((row) => ({ fault: 'return', ...row }));
}

/**
 * Missing debts, debts of another amount than their return left, and debts whose payments do not match their transfers.
 */
export async function wrongDebts(db: Reading): Promise<BooksViolation[]> {
  const paid = sql`(select coalesce(sum(${transfers.amount}), 0) from ${transfers}
    where ${transfers.kind} = 'debt' and ${transfers.reference} = 'debt:' || ${debts.id})`;
  const rows = await db
    .select({ return: paymentReturns.id })
    .from(paymentReturns)
    .leftJoin(debts, eq(debts.returnId, paymentReturns.id))
    .where(
      sql`${paymentReturns.owed} <> coalesce(${debts.credits}, 0) or (${debts.id} is not null and ${debts.paid} <> ${paid})`,
    );
  return rows.map((row) => ({ fault: 'debt', ...row }));
}
