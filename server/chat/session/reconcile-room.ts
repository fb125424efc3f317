import { and, eq, ne } from 'drizzle-orm';
import { chatTypeFor, type EndReason } from '#contract/chat/session.ts';
import { isPaused, type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import type { Deps } from '#server/ports/deps.ts';
import { endChatSession } from './end-chat-session.ts';
import { chatSessions } from './tables.ts';

/**
 * Ends sessions of a kind that the performer no longer offers. Viewers of free chat are never switched to a paid
 * one.
 */
export async function reconcileRoom(
  deps: Deps,
  performerId: number,
  { status, because = reasonFor(status) }: { status: OnlineStatus; because?: EndReason },
): Promise<void> {
  const offered = chatTypeFor(status);
  const open = await deps.db
    .select({ id: chatSessions.id, type: chatSessions.type })
    .from(chatSessions)
    .where(and(eq(chatSessions.performerId, performerId), ne(chatSessions.state, 'ended')));
  for (const session of open) {
    if (session.type !== offered) await endChatSession(deps, session.id, because);
  }
  deps.push.toRoom(performerId, 'chat-switch', { room: performerId, type: offered });
}

function reasonFor(status: OnlineStatus): EndReason {
  if (isPaused(status)) return 'paused';
  return status === onlineStatus.offline ? 'host-disconnected' : 'chat-switch';
}
