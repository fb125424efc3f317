import { and, eq } from 'drizzle-orm';
import type { ChatMessage } from '#contract/chat/messages.ts';
import type { Tx } from '#server/db/open.ts';
import { chatMessages, chatRooms } from './tables.ts';

export interface NewLine {
  performerId: number;
  /** Who wrote it, as a key: `member:7`, `performer:3`, `system`. */
  author: string;
  clientId: string | null;
  messageType: ChatMessage['messageType'];
  sender: string;
  message: string;
  amount?: number;
  at: Date;
}

export interface WrittenLine {
  line: ChatMessage;
  /** False when this author had sent this client id before. */
  fresh: boolean;
}

type LineRow = typeof chatMessages.$inferSelect;

/**
 * Writes a line with the room's next number. The room's row is locked until the transaction ends, so numbers
 * have no gaps and no duplicates; a resend answers the line that stands already.
 */
export async function writeLine(tx: Tx, line: NewLine): Promise<WrittenLine> {
  const seq = await lockRoom(tx, line.performerId);
  const earlier = line.clientId === null ? undefined : await findLine(tx, line);
  if (earlier) return { line: toMessage(earlier), fresh: false };
  await tx
    .update(chatRooms)
    .set({ seq: seq + 1 })
    .where(eq(chatRooms.performerId, line.performerId));
  const [row] = await tx
    .insert(chatMessages)
    .values({ ...line, amount: line.amount ?? null, seq: seq + 1, sentAt: line.at })
    .returning();
  if (!row) throw new Error('the line was not written');
  return { line: toMessage(row), fresh: true };
}

async function lockRoom(tx: Tx, performerId: number): Promise<number> {
  const select = () =>
    tx.select().from(chatRooms).where(eq(chatRooms.performerId, performerId)).for('update');
  const [room] = await select();
  if (room) return room.seq;
  await tx.insert(chatRooms).values({ performerId }).onConflictDoNothing();
  const [opened] = await select();
  return opened?.seq ?? 0;
}

async function findLine(tx: Tx, line: NewLine): Promise<LineRow | undefined> {
  const [row] = await tx
    .select()
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.performerId, line.performerId),
        eq(chatMessages.author, line.author),
        eq(chatMessages.clientId, line.clientId ?? ''),
      ),
    );
  return row;
}

export function toMessage(row: LineRow): ChatMessage {
  return {
    id: String(row.id),
    seq: row.seq,
    clientId: row.clientId,
    messageType: row.messageType,
    sender: row.sender,
    message: row.message,
    amount: row.amount,
    sentAt: row.sentAt.toISOString(),
  };
}
