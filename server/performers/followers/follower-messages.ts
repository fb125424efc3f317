import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { FOLLOWER_EVERY_MS } from '#contract/studio/follower-calls.ts';
import { addWork, type WorkKind } from '#server/outbox/work.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import { followerMessages } from '../tables.ts';

export type FollowerMessage = typeof followerMessages.$inferSelect;

interface Telling {
  /** Id of the message. */
  message: number;
}

/** Tells some of the followers, and queues itself for the others; the handler is bound in boot. */
export const tellFollowersWork: WorkKind<Telling> = {
  kind: 'follower-message',
  payload: z.object({ message: z.number().int() }),
};

export async function lastMessageOf(
  db: Pick<Db, 'select'>,
  performerId: number,
): Promise<FollowerMessage | undefined> {
  const [row] = await db
    .select()
    .from(followerMessages)
    .where(eq(followerMessages.performerId, performerId))
    .orderBy(desc(followerMessages.id))
    .limit(1);
  return row;
}

/** Stores the message and queues the notices in the caller's transaction. Lock the performer first. */
export async function storeMessage(
  tx: Tx,
  message: Pick<FollowerMessage, 'performerId' | 'clientId' | 'text' | 'sentAt'>,
  tellAt: Date,
): Promise<void> {
  const [row] = await tx.insert(followerMessages).values(message).returning({ id: followerMessages.id });
  if (!row) throw new Error('No message was inserted');
  await addWork(tx, tellFollowersWork, { payload: { message: row.id }, runAt: tellAt });
}

/** Locks the row, so that only one node tells followers of it; undefined if it was deleted. */
export async function holdMessage(tx: Tx, id: number): Promise<FollowerMessage | undefined> {
  const [row] = await tx.select().from(followerMessages).where(eq(followerMessages.id, id)).for('update');
  return row;
}

/** Notes that followers up to this member were told. */
export async function noteTold(tx: Tx, id: number, toldTo: number): Promise<void> {
  await tx.update(followerMessages).set({ toldTo }).where(eq(followerMessages.id, id));
}

/** What these performers wrote and followers still see, newest first. */
export async function shownMessages(
  db: Pick<Db, 'select'>,
  performerIds: readonly number[],
  now: Date,
): Promise<FollowerMessage[]> {
  if (performerIds.length === 0) return [];
  const since = new Date(now.getTime() - FOLLOWER_EVERY_MS);
  return db
    .select()
    .from(followerMessages)
    .where(and(inArray(followerMessages.performerId, [...performerIds]), gt(followerMessages.sentAt, since)))
    .orderBy(desc(followerMessages.id));
}

export async function eraseMessages(tx: Tx, performerId: number): Promise<void> {
  await tx.delete(followerMessages).where(eq(followerMessages.performerId, performerId));
}
