import { and, asc, desc, eq, gt, isNull, or } from 'drizzle-orm';
import type { ChatMessage } from '#contract/chat/messages.ts';
import { GAP_LIMIT } from '#contract/chat/room-calls.ts';
import type { Deps } from '#server/ports/deps.ts';
import { toMessage } from './message.ts';
import { chatMessages } from './tables.ts';

export interface RoomReader {
  performerId: number;
  /** The chat session of the reader; omitted for the performer, who reads everything. */
  session?: string;
}

/** Messages of a show are visible only to its member and the performer. */
const mayRead = (session: string | undefined) =>
  session === undefined
    ? undefined
    : or(isNull(chatMessages.vipSession), eq(chatMessages.vipSession, session));

/** Oldest first, at most GAP_LIMIT messages. */
export async function messagesAfter(
  deps: Pick<Deps, 'db'>,
  { performerId, session }: RoomReader,
  after: number,
): Promise<ChatMessage[]> {
  const rows = await deps.db
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.performerId, performerId), gt(chatMessages.seq, after), mayRead(session)))
    .orderBy(asc(chatMessages.seq))
    .limit(GAP_LIMIT);
  return rows.map(toMessage);
}

/** The newest messages that a chat session may read, oldest first. */
export async function latestMessages(
  deps: Pick<Deps, 'db'>,
  { performerId, session }: Required<RoomReader>,
  limit: number,
): Promise<ChatMessage[]> {
  const rows = await deps.db
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.performerId, performerId), mayRead(session)))
    .orderBy(desc(chatMessages.seq))
    .limit(limit);
  return rows.reverse().map(toMessage);
}
