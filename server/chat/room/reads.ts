import { and, asc, desc, eq, gt } from 'drizzle-orm';
import type { ChatMessage } from '#contract/chat/messages.ts';
import { GAP_LIMIT } from '#contract/chat/room-calls.ts';
import type { Deps } from '#server/ports/deps.ts';
import { toMessage } from './message.ts';
import { chatMessages } from './tables.ts';

/** Oldest first, at most GAP_LIMIT. */
export async function messagesAfter(
  deps: Pick<Deps, 'db'>,
  performerId: number,
  after: number,
): Promise<ChatMessage[]> {
  const rows = await deps.db
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.performerId, performerId), gt(chatMessages.seq, after)))
    .orderBy(asc(chatMessages.seq))
    .limit(GAP_LIMIT);
  return rows.map(toMessage);
}

/** The newest messages, oldest first. */
export async function latestMessages(
  deps: Pick<Deps, 'db'>,
  performerId: number,
  limit: number,
): Promise<ChatMessage[]> {
  const rows = await deps.db
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.performerId, performerId))
    .orderBy(desc(chatMessages.seq))
    .limit(limit);
  return rows.reverse().map(toMessage);
}
