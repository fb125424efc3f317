import { and, eq, sql } from 'drizzle-orm';
import type { ChatMessage } from '#contract/chat/messages.ts';
import { AppError } from '#contract/errors.ts';
import type { Tx } from '#server/ports/database.ts';
import { vipRequests } from '../vip/tables.ts';
import { chatMessages, chatRooms } from './tables.ts';

export interface NewMessage {
  performerId: number;
  /** Who wrote it, as a key: `member:7`, `performer:3`, `system`. */
  author: string;
  clientId: string | null;
  messageType: ChatMessage['messageType'];
  sender: string;
  message: string;
  amount?: number;
  tipType?: string;
  at: Date;
}

export interface WrittenMessage {
  message: ChatMessage;
  /** False when this author had sent this client id before. */
  created: boolean;
}

export type MessageRow = typeof chatMessages.$inferSelect;

/**
 * Writes a message with the room's next number. The room's row stays locked until the transaction ends, so numbers
 * have no gap and no duplicate. A client id that this author sent before returns the message of then; with anything
 * else than that message it throws `badRequest.idempotency.conflict`.
 */
export async function writeMessage(tx: Tx, message: NewMessage): Promise<WrittenMessage> {
  const seq = await takeNumber(tx, message.performerId);
  const { author, clientId } = chatMessages;
  const [row] = await tx
    .insert(chatMessages)
    .values({
      ...message,
      amount: message.amount ?? null,
      seq,
      sentAt: message.at,
      vipSession: showOf(message.performerId),
    })
    .onConflictDoNothing({ target: [author, clientId] })
    .returning();
  if (row) return { message: toMessage(row), created: true };
  const earlier = await findMessage(tx, message);
  if (!earlier) throw new Error('the message was not written');
  if (!isSameMessage(earlier, message)) throw new AppError('badRequest.idempotency.conflict');
  await giveNumberBack(tx, message.performerId);
  return { message: toMessage(earlier), created: false };
}

/** The chat that the performer's show is for, as part of a statement; null without one. */
export const showOf = (performerId: number) =>
  sql<string | null>`(select ${vipRequests.sessionId} from ${vipRequests}
    where ${vipRequests.performerId} = ${performerId} and ${vipRequests.state} = 'accepted')`;

/** One statement keeps the lock of a busy room short. */
async function takeNumber(tx: Tx, performerId: number): Promise<number> {
  const [room] = await tx
    .insert(chatRooms)
    .values({ performerId, seq: 1 })
    .onConflictDoUpdate({ target: chatRooms.performerId, set: { seq: sql`${chatRooms.seq} + 1` } })
    .returning({ seq: chatRooms.seq });
  if (!room) throw new Error('the room has no number');
  return room.seq;
}

/** Safe because the room's row is locked: nobody has taken a later number. */
async function giveNumberBack(tx: Tx, performerId: number): Promise<void> {
  await tx
    .update(chatRooms)
    .set({ seq: sql`${chatRooms.seq} - 1` })
    .where(eq(chatRooms.performerId, performerId));
}

async function findMessage(tx: Tx, message: NewMessage): Promise<MessageRow | undefined> {
  const [row] = await tx
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.author, message.author), eq(chatMessages.clientId, message.clientId ?? '')));
  return row;
}

/** The sender's name is not compared: it may have changed in between. */
export const isSameMessage = (earlier: MessageRow, message: Omit<NewMessage, 'sender'>): boolean =>
  earlier.performerId === message.performerId &&
  earlier.messageType === message.messageType &&
  earlier.message === message.message &&
  earlier.amount === (message.amount ?? null);

export function toMessage(row: MessageRow): ChatMessage {
  return {
    id: String(row.id),
    seq: row.seq,
    clientId: row.clientId,
    messageType: row.messageType,
    sender: row.sender,
    message: row.message,
    amount: row.amount,
    tipType: row.tipType,
    sentAt: row.sentAt.toISOString(),
  };
}
