import { and, eq, ne } from 'drizzle-orm';
import { type ChatType, chatTypeFor, type EndReason } from '#contract/chat/session.ts';
import { isPaused, isVip, type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import type { Deps } from '#server/ports/deps.ts';
import { endChatSession } from '../session/end-chat-session.ts';
import { chatSessions } from '../session/tables.ts';
import { endAwayShow } from './away.ts';

/** Ends sessions of a type the performer no longer offers. Viewers of free chat are never switched to a paid one. */
export async function reconcileRoom(
  deps: Deps,
  performerId: number,
  { status, because }: { status: OnlineStatus; because?: EndReason },
): Promise<void> {
  const offered = chatTypeFor(status);
  // The show continues for its member.
  const kept = isVip(status) ? 'vip' : offered;
  const open = await deps.db
    .select({ id: chatSessions.id, type: chatSessions.type })
    .from(chatSessions)
    .where(and(eq(chatSessions.performerId, performerId), ne(chatSessions.state, 'ended')));
  for (const session of open) {
    if (session.type !== kept)
      await endChatSession(deps, session.id, because ?? reasonFor(status, session.type));
  }
  // A show whose member is away has no open session, so it is ended separately.
  if (!isVip(status)) await endAwayShow(deps, performerId);
  deps.push.toRoom(performerId, 'chat-switch', { room: performerId, type: offered });
}

function reasonFor(status: OnlineStatus, type: ChatType): EndReason {
  if (status === onlineStatus.offline) return 'host-disconnected';
  if (isVip(status)) return 'vip-started';
  if (type === 'vip') return 'vip-stopped';
  return isPaused(status) ? 'paused' : 'chat-switch';
}
