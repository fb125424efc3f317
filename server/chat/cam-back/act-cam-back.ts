import { and, eq, ne } from 'drizzle-orm';
import type { ActionOutput, ParsedAction } from '#contract/chat/action-calls.ts';
import { AppError } from '#contract/errors.ts';
import type { Caller } from '#server/identity/caller.ts';
import { returnRoom } from '#server/media/rooms.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { ChatSession } from '../session/chat-auth.ts';
import { camBacks } from '../session/tables.ts';
import { readReturnSession } from './reads.ts';
import { startCamBack } from './start-cam-back.ts';
import { closeCamBack, startCamera } from './transitions.ts';

/** Opens the return room and returns where to send the member's camera. */
export async function initCamBack(
  deps: Deps,
  caller: Caller,
  { auth, data }: ParsedAction<'camBackInit'>,
): Promise<ActionOutput<'camBackInit'>> {
  const { member, session } = await readReturnSession(deps, caller, auth);
  await deps.limits.take('cam-back', String(member.memberId));
  return { stream: await startCamBack(deps, session, data) };
}

/** Marks the camera as started. Throws `badRequest.camBack.notStarted` until the media server receives it. */
export async function confirmCamBack(
  deps: Deps,
  caller: Caller,
  { auth }: ParsedAction<'camBackBroadcasting'>,
): Promise<ActionOutput<'camBackBroadcasting'>> {
  const { member, session } = await readReturnSession(deps, caller, auth);
  await deps.limits.take('cam-back', String(member.memberId));
  await confirm(deps, session);
  return {};
}

/** Not rate-limited: stopping a camera must always work. */
export async function stopCamBack(
  deps: Deps,
  caller: Caller,
  { auth }: ParsedAction<'camBackStop'>,
): Promise<ActionOutput<'camBackStop'>> {
  const { session } = await readReturnSession(deps, caller, auth);
  await closeCamBack(deps, session);
  return {};
}

async function confirm(deps: Deps, session: ChatSession): Promise<void> {
  if (!deps.media.room(returnRoom(session.id)).publishing)
    throw new AppError('badRequest.camBack.notStarted');
  const isSession = eq(camBacks.sessionId, session.id);
  const [shown] = await deps.db
    .select({ state: camBacks.state })
    .from(camBacks)
    .where(and(isSession, ne(camBacks.state, 'stopped')));
  if (!shown) throw new AppError('badRequest.camBack.notStarted');
  await startCamera(deps, session);
}
