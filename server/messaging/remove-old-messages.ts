import { and, eq, lt, lte, max } from 'drizzle-orm';
import type { Deps } from '#server/ports/deps.ts';
import { conversationSides, conversations, privateMessages } from './tables.ts';

const DAY_MS = 24 * 3_600_000;
/** Conversations per run. */
const BATCH = 200;

/**
 * Removes messages older than MESSAGE_DAYS for both sides. Returns the number of conversations. Payments stay in the
 * books.
 */
export async function removeOldMessages(deps: Deps): Promise<number> {
  const { messageDays } = deps.config;
  if (messageDays === 0) return 0;
  const before = new Date(deps.now().getTime() - messageDays * DAY_MS);
  const old = await deps.db
    .select({ id: privateMessages.conversationId, seq: max(privateMessages.seq) })
    .from(privateMessages)
    .where(lt(privateMessages.sentAt, before))
    .groupBy(privateMessages.conversationId)
    .limit(BATCH);
  for (const { id, seq } of old) await removeUpTo(deps, id, seq ?? 0);
  return old.length;
}

/** Numbers stay unchanged: both sides start after the last removed message. */
async function removeUpTo({ db }: Deps, id: number, seq: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.select().from(conversations).where(eq(conversations.id, id)).for('update');
    await tx
      .update(conversationSides)
      .set({ deletedSeq: seq })
      .where(and(eq(conversationSides.conversationId, id), lt(conversationSides.deletedSeq, seq)));
    const gone = and(eq(privateMessages.conversationId, id), lte(privateMessages.seq, seq));
    await tx.delete(privateMessages).where(gone);
  });
}
