import { eq, sql } from 'drizzle-orm';
import type { BooksViolation } from '#server/ledger/check-books.ts';
import { transfers } from '#server/ledger/tables.ts';
import type { Db } from '#server/ports/database.ts';
import { phoneCalls } from './tables.ts';

/** Settled calls whose performers were not paid what they earned, and unsettled ones whose performers were. */
export async function wrongPhoneCalls(db: Pick<Db, 'select'>): Promise<BooksViolation[]> {
  const paid = sql`coalesce(sum(${transfers.amount}), 0)`;
  const rows = await db
    .select({ call: phoneCalls.callId })
    .from(phoneCalls)
    .leftJoin(transfers, eq(transfers.reference, sql`'dial-in:' || ${phoneCalls.dialInId}`))
    .groupBy(phoneCalls.provider, phoneCalls.callId)
    .having(sql`${paid} <> coalesce(${phoneCalls.credits}, 0)`);
  return rows.map((row) => ({ fault: 'dial-in-call', ...row }));
}
