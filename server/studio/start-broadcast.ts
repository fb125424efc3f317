import type { OutputOf } from '#contract/endpoint.ts';
import type { startBroadcast as call } from '#contract/studio/studio-calls.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { streamRoom } from '#server/media/stream-room.ts';
import { publisherOf } from '#server/performers/whip-key/publish-keys.ts';
import type { Deps } from '#server/ports/deps.ts';

/** The WHIP URL for the performer's encoder, a token for it, and the STUN and TURN servers it may need. */
export async function startBroadcast(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { performerId } = requirePerformer(caller);
  const target = await deps.media.publishTarget(streamRoom(performerId), publisherOf(performerId));
  const { url, token, expiresAt, iceServers } = target;
  return { url, token, expiresAt: expiresAt.toISOString(), iceServers };
}
