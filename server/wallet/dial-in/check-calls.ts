import { eq, sql } from 'drizzle-orm';
import type { BooksViolation } from '#server/ledger/check-books.ts';
import { transfers } from '#server/ledger/tables.ts';
import type { Db } from '#server/ports/database.ts';
import { phoneCalls } from './tables.ts';

/** Settled calls by which performers did not get what they earned, and not settled ones by which they did. */
export async function wrongPhoneCalls(db: Pick<Db, 'select'>): Promise<BooksViolation[]> {
  const paid = sql`coalesce(sum(${transfers.amount}), 0)`;
  const rows = await db
    .select({ call: phoneCalls.callId })
    .from(phoneCalls)
    .leftJoin(transfers, eq(transfers.reference, sql`'dial-in:' || ${phoneCalls.dialInId}`))
    .groupBy(phoneCalls.provider, phoneCalls.callId)
    .having(sql`${paid} <> coalesce(${phoneCalls.credits}, 0)`);
  return rows.map((row) => ({ fault: 'phone-call', ...row }));
}
