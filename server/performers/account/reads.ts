import { eq } from 'drizzle-orm';
import type { Db } from '#server/ports/database.ts';
import { performerAccounts } from '../tables.ts';

export type PerformerAccount = typeof performerAccounts.$inferSelect;

/** Undefined for a performer without an e-mail address. */
export async function performerAccount(
  db: Pick<Db, 'select'>,
  performerId: number,
): Promise<PerformerAccount | undefined> {
  const [row] = await db
    .select()
    .from(performerAccounts)
    .where(eq(performerAccounts.performerId, performerId));
  return row;
}
