import { and, eq, ne } from 'drizzle-orm';
import type { CamBackInput, CamBackStream } from '#contract/chat/cam-back.ts';
import { AppError } from '#contract/errors.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { ChatSession } from '../session/chat-auth.ts';
import { endCamBack } from './end-cam-back.ts';
import { announceCamBack, readReturnSession, returnRoom } from './return-room.ts';
import { startCamBack } from './start-cam-back.ts';
import { camBacks } from './tables.ts';

/** The camera's part of `/chat/action`: ask where to send it, say that it is sent, stop it. */
export async function actCamBack(
  deps: Deps,
  caller: Caller,
  input: CamBackInput,
): Promise<{ stream?: CamBackStream }> {
  const { member, session } = await readReturnSession(deps, caller, input.auth);
  // A camera can always be stopped.
  if (input.action !== 'camBackStop') await deps.limits.take('cam-back', String(member.memberId));
  switch (input.action) {
    case 'camBackInit':
      return { stream: await startCamBack(deps, session, input.data.agent) };
    case 'camBackBroadcasting':
      await confirmCamBack(deps, session);
      return {};
    case 'camBackStop':
      await endCamBack(deps, session);
      return {};
  }
}

/** Throws `badRequest.camBack.notStarted` while the media server has nothing of it. */
async function confirmCamBack(deps: Deps, session: ChatSession): Promise<void> {
  if (!deps.media.room(returnRoom(session.id)).publishing)
    throw new AppError('badRequest.camBack.notStarted');
  const isSession = eq(camBacks.sessionId, session.id);
  const [shown] = await deps.db
    .select({ state: camBacks.state })
    .from(camBacks)
    .where(and(isSession, ne(camBacks.state, 'stopped')));
  if (!shown) throw new AppError('badRequest.camBack.notStarted');
  const started = await deps.db
    .update(camBacks)
    .set({ state: 'started' })
    .where(and(isSession, eq(camBacks.state, 'loading')))
    .returning({ session: camBacks.sessionId });
  if (started.length === 0) return;
  announceCamBack(deps, session, 'started');
  deps.events.record('chat.camera-started', { session: session.id });
}
