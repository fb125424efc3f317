import { eq } from 'drizzle-orm';
import type { EndReason } from '#contract/chat/session.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { ChatSession } from './chat-auth.ts';
import { isUnheard, lockSession } from './reads.ts';
import { settleRunning } from './settle-running.ts';
import { chatSessions } from './tables.ts';
import { sessionMachine } from './transitions.ts';

export interface Ending {
  /** True if the page was closed or reloaded, which keeps a show. */
  isPageGone?: boolean;
  /** Checked with the row locked: the session ends only if it returns true. */
  isDue?: (session: ChatSession) => boolean;
}

/**
 * Settles the running minute of a session and ends it, once; what follows is in `sessionMachine`. Null if the session
 * has already ended or is not due.
 */
export async function endChatSession(
  deps: Deps,
  sessionId: string,
  reason: EndReason,
  { isPageGone = false, isDue = () => true }: Ending = {},
): Promise<ChatSession | null> {
  return deps.db.transaction(async (tx) => {
    const session = await lockSession(tx, sessionId);
    if (!session || session.state === 'ended' || !isDue(session)) return null;
    // If the viewer vanished, or the process did, only the time up to the last report counts.
    const isVanished = reason === 'ping-auth-expired' || isUnheard(session);
    const viewer = isVanished ? null : deps.media.viewer(sessionId);
    const settled = await settleRunning(deps, tx, session, { reason, viewer });
    return sessionMachine.move(deps, tx, {
      where: eq(chatSessions.id, sessionId),
      to: 'ended',
      set: { ...settled, endedAt: deps.now(), endReason: reason },
      why: { reason, isPageGone },
    });
  });
}
