import { and, asc, desc, eq, gt, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { type readChatMessages as call, GAP_LIMIT } from '#contract/chat/action-calls.ts';
import type { ChatMessage } from '#contract/chat/messages.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readAuth } from '../session/chat-auth.ts';
import { toMessage } from './message.ts';
import { sanctionedOf } from './sanctions/reads.ts';
import { chatMessages } from './tables.ts';
import { authorOf, waitingFor } from './waiting.ts';

interface RoomReader {
  performerId: number;
  /** The chat session of the reader; omitted for the performer, who reads everything. */
  session?: string;
  /** Key under which the reader's own messages are stored; null for a guest, omitted for the performer. */
  author?: string | null;
}

/** ms for which a removal, or credits given back, are repeated to pages that read again. */
const REMOVED_MS = 3_600_000;

/** Messages of a show are visible only to its member and the performer. */
const mayRead = (session: string | undefined) =>
  session === undefined
    ? undefined
    : or(isNull(chatMessages.vipSession), eq(chatMessages.vipSession, session));

const isShown = and(isNotNull(chatMessages.seq), isNull(chatMessages.removedAt));

/** Oldest first, at most GAP_LIMIT messages. */
export async function messagesAfter(
  deps: Pick<Deps, 'db'>,
  { performerId, session, author }: RoomReader,
  after: number,
): Promise<ChatMessage[]> {
  const rows = await deps.db
    .select()
    .from(chatMessages)
    .where(
      and(eq(chatMessages.performerId, performerId), gt(chatMessages.seq, after), isShown, mayRead(session)),
    )
    .orderBy(asc(chatMessages.seq))
    .limit(GAP_LIMIT);
  return rows.map((row) => toMessage(row, author));
}

/** The newest messages that a chat session may read, oldest first. */
export async function latestMessages(
  deps: Pick<Deps, 'db'>,
  { performerId, session, author }: Required<RoomReader>,
  limit: number,
): Promise<ChatMessage[]> {
  const rows = await deps.db
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.performerId, performerId), isShown, mayRead(session)))
    .orderBy(desc(chatMessages.seq))
    .limit(limit);
  return rows.reverse().map((row) => toMessage(row, author));
}

/** Tips up to a sequence number, sent within the last hour, of which credits were given back: a page may not know. */
export async function returnedTips(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { performerId, session, author }: RoomReader,
  upTo: number,
): Promise<ChatMessage[]> {
  const since = new Date(now().getTime() - REMOVED_MS);
  const rows = await db
    .select()
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.performerId, performerId),
        isNotNull(chatMessages.returned),
        gt(chatMessages.sentAt, since),
        lte(chatMessages.seq, upTo),
        isShown,
        mayRead(session),
      ),
    )
    .orderBy(asc(chatMessages.seq));
  return rows.map((row) => toMessage(row, author));
}

/** Ids of messages that were removed within the last hour. */
export async function removedMessages(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  performerId: number,
): Promise<string[]> {
  const since = new Date(now().getTime() - REMOVED_MS);
  const rows = await db
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .where(and(eq(chatMessages.performerId, performerId), gt(chatMessages.removedAt, since)));
  return rows.map(({ id }) => String(id));
}

/** Returns messages after a sequence number to a viewer who is or was in the room. */
export async function readChatMessages(
  deps: Deps,
  caller: Caller,
  { auth, after }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const session = await readAuth(deps, caller, auth);
  const viewer = sanctionedOf(session);
  const reader = { performerId: session.performerId, session: session.id, author: authorOf(viewer) };
  const messages = await messagesAfter(deps, reader, after);
  const returned = await returnedTips(deps, reader, after);
  const more = messages.length === GAP_LIMIT;
  const waiting = more ? [] : await waitingFor(deps, session.performerId, viewer);
  return {
    messages: [...returned, ...messages, ...waiting],
    more,
    removed: await removedMessages(deps, session.performerId),
  };
}
