import { and, eq } from 'drizzle-orm';
import { neFixed } from '#server/db/fixed.ts';
import { returnRoom, returnSender, returnViewer } from '#server/media/rooms.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { ChatSession } from '../session/chat-auth.ts';
import { announceCamBack } from './return-session.ts';
import { camBacks } from './tables.ts';

/**
 * Stops a session's camera, tells the performer and invalidates the tokens of both sides. Returns false if none was
 * shown.
 */
export async function closeCamBack(
  deps: Deps,
  session: Pick<ChatSession, 'id' | 'performerId' | 'sender'>,
): Promise<boolean> {
  const stopped = await deps.db
    .update(camBacks)
    .set({ state: 'stopped', stoppedAt: deps.now() })
    .where(and(eq(camBacks.sessionId, session.id), neFixed(camBacks.state, 'stopped')))
    .returning({ session: camBacks.sessionId });
  if (stopped.length === 0) return false;
  // Tokens before sessions: an immediate reconnect must be refused.
  deps.media.drop(returnSender(session.id));
  deps.media.drop(returnViewer(session.id));
  deps.media.closeRoom(returnRoom(session.id));
  announceCamBack(deps, session, 'stopped');
  deps.events.record('chat.camera-stopped', { session: session.id });
  return true;
}
