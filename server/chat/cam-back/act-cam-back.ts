import { and, eq, ne } from 'drizzle-orm';
import type { ActionOutput, ChatActionName, ParsedAction } from '#contract/chat/action-calls.ts';
import { AppError } from '#contract/errors.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { ChatSession } from '../session/chat-auth.ts';
import { endCamBack } from './end-cam-back.ts';
import { announceCamBack, readReturnSession, returnRoom } from './return-room.ts';
import { startCamBack } from './start-cam-back.ts';
import { camBacks } from './tables.ts';

type Act<Name extends ChatActionName> = (
  deps: Deps,
  caller: Caller,
  input: ParsedAction<Name>,
) => Promise<ActionOutput<Name>>;

/** Asks where the own camera is to be sent. */
export const initCamBack: Act<'camBackInit'> = async (deps, caller, { auth, data }) => {
  const { member, session } = await readReturnSession(deps, caller, auth);
  await deps.limits.take('cam-back', String(member.memberId));
  return { stream: await startCamBack(deps, session, data.agent) };
};

/** Says that media is on its way. Throws `badRequest.camBack.notStarted` while the media server has nothing of it. */
export const confirmCamBack: Act<'camBackBroadcasting'> = async (deps, caller, { auth }) => {
  const { member, session } = await readReturnSession(deps, caller, auth);
  await deps.limits.take('cam-back', String(member.memberId));
  await confirm(deps, session);
  return {};
};

/** Without a limit: a camera can always be stopped. */
export const stopCamBack: Act<'camBackStop'> = async (deps, caller, { auth }) => {
  const { session } = await readReturnSession(deps, caller, auth);
  await endCamBack(deps, session);
  return {};
};

async function confirm(deps: Deps, session: ChatSession): Promise<void> {
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
