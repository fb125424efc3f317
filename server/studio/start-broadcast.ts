import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { startBroadcast as call } from '#contract/studio/studio-calls.ts';
import { isRoomShut } from '#server/chat/room/shut-room.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { ofLogin, streamRoom } from '#server/media/rooms.ts';
import { publisherOf } from '#server/performers/whip-key/publish-keys.ts';
import type { Deps } from '#server/ports/deps.ts';

/**
 * The WHIP URL for the performer's encoder, a token for it, and STUN and TURN servers. The token ends with her login.
 * Throws `badRequest.chat.closed` while the operator keeps the room shut.
 */
export async function startBroadcast(
  deps: Deps,
  caller: Caller,
  { page }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { performerId, sessionId } = requirePerformer(caller);
  if (await isRoomShut(deps, performerId)) throw new AppError('badRequest.chat.closed');
  const publisher = ofLogin(publisherOf(performerId), sessionId);
  const target = await deps.media.publishTarget(streamRoom(performerId), publisher);
  if (page !== undefined) deps.push.toPerformer(performerId, 'studio-broadcast', { page });
  const { url, token, expiresAt, iceServers } = target;
  return { url, token, expiresAt: expiresAt.toISOString(), iceServers };
}
