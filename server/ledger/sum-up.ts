import { sql } from 'drizzle-orm';
import type { Db } from '#server/ports/database.ts';
import { unsummedEntries } from './tables.ts';

/** Puts the entries that came in since into the balances of their accounts. To be called every second. */
export async function sumUp({ db }: { db: Db }): Promise<void> {
  const waiting = await db.selectDistinct({ account: unsummedEntries.accountId }).from(unsummedEntries);
  for (const { account } of waiting)
    await db.transaction((tx) => tx.execute(sql`select sum_up(${account}::int)`));
}
