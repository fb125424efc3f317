import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { startBroadcast as call } from '#contract/studio/studio-calls.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { streamRoom } from '#server/media/rooms.ts';
import { publisherOf } from '#server/performers/whip-key/publish-keys.ts';
import type { Deps } from '#server/ports/deps.ts';

/** The WHIP URL for the performer's encoder, a token for it, and STUN and TURN servers. */
export async function startBroadcast(
  deps: Deps,
  caller: Caller,
  { page }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { performerId } = requirePerformer(caller);
  const target = await deps.media.publishTarget(streamRoom(performerId), publisherOf(performerId));
  if (page !== undefined) deps.push.toPerformer(performerId, 'studio-broadcast', { page });
  const { url, token, expiresAt, iceServers } = target;
  return { url, token, expiresAt: expiresAt.toISOString(), iceServers };
}
