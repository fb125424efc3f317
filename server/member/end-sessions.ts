import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Tx } from '#server/db/open.ts';
import { sessions } from './tables.ts';

/** Ends one login. Push `endSession` after the commit. */
export async function endSession(tx: Pick<Tx, 'update'>, sessionId: string, now: Date): Promise<void> {
  await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)));
}

/** Ends a member's logins, all or all but one; answers their ids, to push `endSession` to after the commit. */
export async function endSessions(
  tx: Pick<Tx, 'update'>,
  memberId: number,
  { now, except = '' }: { now: Date; except?: string },
): Promise<string[]> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.memberId, memberId), isNull(sessions.endedAt), ne(sessions.id, except)))
    .returning({ id: sessions.id });
  return ended.map(({ id }) => id);
}
