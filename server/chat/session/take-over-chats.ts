import { and, eq, inArray, ne, not } from 'drizzle-orm';
import { hasPeers, isAlive } from '#server/db/lease.ts';
import type { Deps } from '#server/ports/deps.ts';
import { endChatSession } from './end-chat-session.ts';
import { chatSessions } from './tables.ts';

const isOpen = ne(chatSessions.state, 'ended');

/**
 * Takes over the open sessions of processes that are gone; each session goes to one process. Without a shared media
 * server they end with their last stored state. Call it once a second in each process.
 */
export async function takeOverChats(deps: Deps): Promise<void> {
  // Skips rows locked by an old process that is frozen, not dead: they must not block the others.
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
 * Before this process stops: ends its sessions. With a shared media server and another live process it leaves them to
 * that process, which takes them over once this one's lease is released.
 */
export async function leaveOwnChats(deps: Deps): Promise<void> {
  if (deps.media.shared && (await hasPeers(deps.db, deps.node))) return;
  await endOwnChats(deps);
}

/** Ends the open sessions of this process, and gives back the rests of their minutes. Returns how many were open. */
export async function endOwnChats(deps: Deps): Promise<number> {
  const open = await deps.db
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(and(eq(chatSessions.node, deps.node), isOpen));
  for (const { id } of open) await endChatSession(deps, id, 'service-ended');
  return open.length;
}
