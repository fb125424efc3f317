import { and, desc, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { refuseStale } from '#contract/form-version.ts';
import { FOLLOWER_EVERY_MS, followerMessageVersion } from '#contract/studio/follower-calls.ts';
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

export const versionOfMessage = ({ id, withdrawnAt }: FollowerMessage): string =>
  followerMessageVersion(id, withdrawnAt !== null);

interface Withdrawal {
  performerId: number;
  /** Of the message that the page showed. */
  version: string | undefined;
  by: string;
  /** Null if the performer withdraws it herself. */
  statement: string | null;
  at: Date;
}

/**
 * Withdraws what followers of the performer still see: nobody else is told of it, and its text is not shown any more.
 * What was mailed stays mailed. Returns its id; null for a repeat. Throws `badRequest.notFound` without such a message,
 * `badRequest.form.changed` if the page showed another one.
 */
export async function withdrawMessage(
  tx: Tx,
  { performerId, version: seen, by, statement, at }: Withdrawal,
): Promise<number | null> {
  const last = await lastMessageOf(tx, performerId);
  // Waits for followers who are being told: what was queued for them is not sent.
  const message = last && (await holdMessage(tx, last.id));
  if (!message || message.sentAt.getTime() + FOLLOWER_EVERY_MS <= at.getTime())
    throw new AppError('badRequest.notFound');
  const sent = followerMessageVersion(message.id, true);
  refuseStale({ seen, stored: versionOfMessage(message), sent });
  if (message.withdrawnAt) return null;
  await tx
    .update(followerMessages)
    .set({ withdrawnAt: at, withdrawnBy: by, withdrawalStatement: statement })
    .where(eq(followerMessages.id, message.id));
  return message.id;
}

/**
 * Shows a withdrawn message again for the rest of its time, and tells the other followers of it. False if it is gone or
 * not withdrawn any more. Lock the performer first.
 */
export async function restoreMessage(tx: Tx, id: number, at: Date): Promise<boolean> {
  const message = await holdMessage(tx, id);
  if (!message?.withdrawnAt) return false;
  await tx
    .update(followerMessages)
    .set({ withdrawnAt: null, withdrawnBy: null, withdrawalStatement: null })
    .where(eq(followerMessages.id, id));
  await addWork(tx, tellFollowersWork, { payload: { message: id }, runAt: at });
  return true;
}

export async function isWithdrawn(db: Pick<Db, 'select'>, id: number): Promise<boolean> {
  const [row] = await db
    .select({ id: followerMessages.id })
    .from(followerMessages)
    .where(and(eq(followerMessages.id, id), isNotNull(followerMessages.withdrawnAt)));
  return row !== undefined;
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
    .where(
      and(
        inArray(followerMessages.performerId, [...performerIds]),
        gt(followerMessages.sentAt, since),
        isNull(followerMessages.withdrawnAt),
      ),
    )
    .orderBy(desc(followerMessages.id));
}

export async function eraseMessages(tx: Tx, performerId: number): Promise<void> {
  await tx.delete(followerMessages).where(eq(followerMessages.performerId, performerId));
}
