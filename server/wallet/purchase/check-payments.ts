import { eq, sql } from 'drizzle-orm';
import type { BooksViolation } from '#server/ledger/check-books.ts';
import { accounts, transfers } from '#server/ledger/tables.ts';
import type { Db } from '#server/ports/database.ts';
import { payments } from '../tables.ts';

/** Paid payments without a transfer, or with a transfer that does not match. */
export async function wrongPayments(db: Pick<Db, 'select'>): Promise<BooksViolation[]> {
  const rows = await db
    .select({ payment: payments.id })
    .from(payments)
    .leftJoin(transfers, eq(transfers.id, payments.transferId))
    .leftJoin(accounts, eq(accounts.id, transfers.toAccount))
    .where(
      sql`${payments.state} = 'success' and (${transfers.kind}, ${transfers.amount}, ${transfers.reference}, ${accounts.kind}, ${accounts.owner})
        is distinct from ('purchase', ${payments.credits}::bigint, 'payment:' || ${payments.id}, 'member', ${payments.memberId}::text)`,
    );
  return rows.map((row) => ({ fault: 'payment', ...row }));
}
