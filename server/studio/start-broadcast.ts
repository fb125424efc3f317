import type { OutputOf } from '#contract/endpoint.ts';
import type { startBroadcast as call } from '#contract/studio/studio-calls.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { streamRoom } from '#server/media/stream-room.ts';
import type { Deps } from '#server/ports/deps.ts';

/** The WHIP URL for the performer's encoder, and a token for it. */
export async function startBroadcast(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { performerId } = requirePerformer(caller);
  const target = await deps.media.publishTarget(streamRoom(performerId), `performer-${performerId}`);
  return { url: target.url, token: target.token, expiresAt: target.expiresAt.toISOString() };
}
