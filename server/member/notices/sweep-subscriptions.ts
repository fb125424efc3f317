import { and, eq, inArray, lte, not } from 'drizzle-orm';
import { sessions } from '#server/identity/tables.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { isSubscribed } from './reads.ts';
import { browserSubscriptions } from './tables.ts';

/** Deletes browsers that were logged out or not renewed for 60 days. */
export async function sweepSubscriptions({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const counts = isSubscribed(db, now());
  if (counts) await db.delete(browserSubscriptions).where(not(counts));
}

/**
 * When a member logs out, deletes the browsers whose login has expired: one of them may be this browser, under a later
 * login.
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
