import { and, eq, inArray, ne, not } from 'drizzle-orm';
import { hasPeers, isAlive } from '#server/db/lease.ts';
import type { Deps } from '#server/ports/deps.ts';
import { endChatSession } from './end-chat-session.ts';
import { chatSessions } from './tables.ts';

const isOpen = ne(chatSessions.state, 'ended');

/**
 * Makes this process look after the open sessions of those that are gone; whom they belonged to ends them no more. With a
 * shared media server they go on. Else their pictures are gone, and they are ended by what was last stored of them. To be
 * called once a second by every process: each session goes to one.
 */
export async function takeOverChats(deps: Deps): Promise<void> {
  // A row that its old process still holds, being frozen and not dead, waits: the others must not wait with it.
  const orphans = deps.db
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(and(isOpen, ne(chatSessions.node, deps.node), not(isAlive(chatSessions.node))))
    .for('update', { skipLocked: true });
  const taken = await deps.db
    .update(chatSessions)
    .set({ node: deps.node, takenOverAt: deps.now() })
    .where(inArray(chatSessions.id, orphans))
    .returning({ id: chatSessions.id });
  if (taken.length === 0) return;
  deps.events.record('chat.taken-over', { sessions: taken.length });
  if (deps.media.shared) return;
  for (const { id } of taken) await endChatSession(deps, id, 'service-ended');
}

/**
 * Before this process stops: its sessions end, unless the media server is shared and another process is there to take
 * them over, which it does once this one has given its lease back.
 */
export async function leaveOwnChats(deps: Deps): Promise<void> {
  if (deps.media.shared && (await hasPeers(deps.db, deps.node))) return;
  const open = await deps.db
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(and(eq(chatSessions.node, deps.node), isOpen));
  for (const { id } of open) await endChatSession(deps, id, 'service-ended');
}
