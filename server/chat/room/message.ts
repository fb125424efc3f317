import { and, eq, type Placeholder, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ChatMessage } from '#contract/chat/messages.ts';
import { AppError } from '#contract/errors.ts';
import {
  placeholdersOf,
  type Statement,
  type StatementBuilder,
  statement,
  type WholeRow,
} from '#server/db/statement.ts';
import { isDeletedName } from '#server/member/names/chat-name.ts';
import type { Tx } from '#server/ports/database.ts';
import { vipRequests } from '../vip/tables.ts';
import { nextNumber, returnNumbers } from './room-numbers.ts';
import { chatMessages } from './tables.ts';

export interface NewMessage {
  performerId: number;
  /** Key of the author: `member:7`, `performer:3`, `system`. */
  author: string;
  clientId: string | null;
  messageType: ChatMessage['messageType'];
  sender: string;
  message: string;
  amount?: number;
  tipType?: string;
  tipItem?: string | undefined;
  at: Date;
}

export interface WrittenMessage {
  message: ChatMessage;
  /** False if this author had already sent this client id. */
  created: boolean;
}

export type MessageRow = typeof chatMessages.$inferSelect;

/**
 * Writes a message with the room's next number. A client id that this author sent before returns the message of then; with
 * anything else than that message it throws `badRequest.idempotency.conflict`.
 */
export async function writeMessage(tx: Tx, message: NewMessage): Promise<WrittenMessage> {
  const { performerId, amount = null, tipType = null, tipItem = null, at: sentAt } = message;
  const line = { ...message, amount, tipType, tipItem, tipItemTexts: null, sentAt };
  const [row] = await insertLine(tx, line);
  if (row) return { message: toMessage({ ...line, ...row }), created: true };
  const earlier = await findMessage(tx, message);
  if (!earlier)
    throw new Error(`Message in room ${performerId} was neither inserted nor found by its client id`);
  if (!isSameMessage(earlier, message)) throw new AppError('badRequest.idempotency.conflict');
  await returnNumbers(tx, performerId, 1);
  return { message: toMessage(earlier), created: false };
}

/** SQL for the chat session of the performer's running show; null without one. */
export const showOf = (performerId: number | Placeholder) =>
  sql<string | null>`(select ${vipRequests.sessionId} from ${vipRequests}
    where ${vipRequests.performerId} = ${performerId} and ${vipRequests.state} = 'accepted')`;

/** Moves the messages of a show to the chat session in which it continues, so that only its two sides can read them. */
export async function moveShowMessages(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.update(chatMessages).set({ vipSession: to }).where(eq(chatMessages.vipSession, from));
}

export type Line = Omit<
  WholeRow<typeof chatMessages>,
  'seq' | 'vipSession' | 'shownAt' | 'removedAt' | 'returned'
>;

// Shown at once, and nothing is given back yet.
const { shownAt: _, removedAt: __, returned: ___, seq: ____, ...columns } = placeholdersOf(chatMessages);

/**
 * Inserts a line with the room's next number within another statement, whose placeholders include the line's. If its
 * author has used the client id before, it takes only the number, or fails if `isNew`.
 */
export function numberedLine(db: StatementBuilder, { isNew }: { isNew: boolean }) {
  const room = nextNumber(db);
  const insert = db.insert(chatMessages).values({
    ...columns,
    // A placeholder would store null as the JSON text `null`.
    tipItemTexts: sql`nullif(${sql.param(columns.tipItemTexts, chatMessages.tipItemTexts)}::jsonb, 'null')`,
    seq: sql`(select seq from ${room})`,
    vipSession: showOf(sql.placeholder('performerId')),
  });
  const target = [chatMessages.author, chatMessages.clientId];
  const line = db.$with('line').as(
    (isNew ? insert : insert.onConflictDoNothing({ target })).returning({
      id: chatMessages.id,
      seq: chatMessages.seq,
    }),
  );
  return { room, line };
}

export const lineRow = z.object({ id: z.coerce.number(), seq: z.number() });

const insertLine: Statement<Line, z.infer<typeof lineRow>> = statement('room-line', lineRow, (db) => {
  const { room, line } = numberedLine(db, { isNew: false });
  return db.with(room, line).select({ id: line.id, seq: line.seq }).from(line);
});

async function findMessage(tx: Tx, message: NewMessage): Promise<MessageRow | undefined> {
  const [row] = await tx
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.author, message.author), eq(chatMessages.clientId, message.clientId ?? '')));
  return row;
}

/** Ignores the sender's name, which may have changed in between. */
export const isSameMessage = (earlier: MessageRow, message: Omit<NewMessage, 'sender'>): boolean =>
  earlier.performerId === message.performerId &&
  earlier.messageType === message.messageType &&
  earlier.message === message.message &&
  earlier.amount === (message.amount ?? null);

type ReadLine = Omit<MessageRow, 'vipSession' | 'shownAt' | 'removedAt' | 'returned'> &
  Partial<Pick<MessageRow, 'returned'>>;

/** `reader`: key of the author as whom a viewer reads it, null for one who cannot write; omitted for everybody. */
export function toMessage(row: ReadLine, reader?: string | null): ChatMessage {
  return {
    id: String(row.id),
    seq: row.seq ?? 0,
    clientId: row.clientId,
    messageType: row.messageType,
    sender: isDeletedName(row.sender) ? '' : row.sender,
    message: row.message,
    amount: row.amount,
    tipType: row.tipType,
    tipItem: row.tipItem,
    ...(row.tipItemTexts && { tipItemTexts: row.tipItemTexts }),
    sentAt: row.sentAt.toISOString(),
    ...(reader !== undefined && { own: row.author === reader }),
    ...(row.returned && { returned: row.returned }),
  };
}

export interface ReturnedLine {
  message: ChatMessage;
  /** The chat session of the show it belongs to, whose two sides alone may read it; null for a line of the public room. */
  vipSession: string | null;
}

/** Marks credits of a member's tip as given back. Returns its line; null if it was removed. */
export async function noteReturned(
  tx: Tx,
  { memberId, clientId, credits }: { memberId: number; clientId: string; credits: number },
): Promise<ReturnedLine | null> {
  const [row] = await tx
    .update(chatMessages)
    .set({ returned: credits })
    .where(and(eq(chatMessages.author, `member:${memberId}`), eq(chatMessages.clientId, clientId)))
    .returning();
  return row && row.removedAt === null ? { message: toMessage(row), vipSession: row.vipSession } : null;
}
