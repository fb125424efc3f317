import { and, eq, inArray, lte } from 'drizzle-orm';
import { sessions } from '#server/identity/tables.ts';
import type { Db } from '#server/ports/database.ts';
import { browserSubscriptions } from './tables.ts';

/**
 * Browsers whose login ran out by itself, when the member logs out somewhere: any of them may be the one that is left, with
 * a login that came after.
 */
export async function forgetRunOut(
  db: Pick<Db, 'select' | 'delete'>,
  memberId: number,
  now: Date,
): Promise<void> {
  const runOut = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.memberId, memberId), lte(sessions.expiresAt, now)));
  await db
    .delete(browserSubscriptions)
    .where(and(eq(browserSubscriptions.memberId, memberId), inArray(browserSubscriptions.sessionId, runOut)));
}
