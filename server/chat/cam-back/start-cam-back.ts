import type { PublishTarget } from '@vonk/media';
import { eq } from 'drizzle-orm';
import type { CamBackAgent, CamBackStream } from '#contract/chat/cam-back-calls.ts';
import { AppError } from '#contract/errors.ts';
import { returnRoom, returnSender } from '#server/media/rooms.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { ChatSession } from '../session/chat-auth.ts';
import { lockSession } from '../session/reads.ts';
import { camBacks } from '../session/tables.ts';
import { announceCamBack, RETURN_TOKEN_SECONDS, restOf } from './reads.ts';
import { camBackMachine, reloadCamera } from './transitions.ts';

/**
 * Opens or reopens the return room of a session for its member. Throws `badRequest.camBack.ended` if the continued
 * camera was ended meanwhile, `badRequest.camBack.tooSoon` within 10 s of the member's last stop,
 * `badRequest.invalid.input` for an agent that is not the media server's, `badRequest.session.ended` and
 * `badRequest.media.unavailable`.
 */
export async function startCamBack(
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
