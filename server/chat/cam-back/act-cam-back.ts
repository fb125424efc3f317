import type { PublishTarget } from '@vonk/media';
import { and, eq, ne } from 'drizzle-orm';
import type { ActionOutput, ParsedAction } from '#contract/chat/action-calls.ts';
import type { CamBackAgent, CamBackStream } from '#contract/chat/cam-back-calls.ts';
import { AppError } from '#contract/errors.ts';
import type { Caller } from '#server/identity/caller.ts';
import { returnRoom, returnSender } from '#server/media/rooms.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { ChatSession } from '../session/chat-auth.ts';
import { lockSession } from '../session/reads.ts';
import { camBacks } from '../session/tables.ts';
import { announceCamBack, RETURN_TOKEN_SECONDS, readReturnSession, restOf } from './reads.ts';
import { camBackMachine, closeCamBack, reloadCamera, startCamera } from './transitions.ts';

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

/**
 * Opens or reopens the return room of a session for its member. Throws `badRequest.camBack.ended` if the continued
 * camera was ended meanwhile, `badRequest.camBack.tooSoon` within 10 s of the member's last stop,
 * `badRequest.invalid.input` for an agent that is not the media server's, `badRequest.session.ended` and
 * `badRequest.media.unavailable`.
 */
async function startCamBack(
  deps: Deps,
  session: ChatSession,
  { agent, continues }: { agent: CamBackAgent; continues: boolean },
): Promise<CamBackStream> {
  if (agent !== deps.media.publishAgent)
    throw new AppError('badRequest.invalid.input', { fields: ['data.agent'] });
  // Before the transaction, so that a chat that ends later revokes this token too.
  const target = await targetFor(deps, session);
  await deps.db.transaction(async (tx) => {
    const open = await lockSession(tx, session.id);
    if (!open?.memberId || open.state === 'ended') throw new AppError('badRequest.session.ended');
    const [before] = await tx.select().from(camBacks).where(eq(camBacks.sessionId, session.id));
    if (before && before.state !== 'stopped') return;
    if (continues) throw new AppError('badRequest.camBack.ended');
    if ((await restOf(tx, open.memberId, deps.now())) > 0) throw new AppError('badRequest.camBack.tooSoon');
    if (before) {
      await reloadCamera(deps, tx, session);
      return;
    }
    const { performerId, memberId } = open;
    const state = camBackMachine.first;
    await tx.insert(camBacks).values({ sessionId: session.id, performerId, memberId, state });
    tx.afterCommit(() => announceCamBack(deps, session, state));
  });
  return {
    output: agent,
    streamname: returnRoom(session.id),
    endPoint: target.url,
    accessToken: target.token,
    iceServers: target.iceServers,
  };
}

async function targetFor(deps: Deps, { id }: ChatSession): Promise<PublishTarget> {
  try {
    return await deps.media.publishTarget(returnRoom(id), returnSender(id), RETURN_TOKEN_SECONDS);
  } catch (cause) {
    throw new AppError('badRequest.media.unavailable', { cause });
  }
}
