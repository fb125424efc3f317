import type { OutputOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { watchOwnStream as call } from '#contract/studio/live-calls.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { ofLogin, previewViewer, streamRoom } from '#server/media/rooms.ts';
import type { Deps } from '#server/ports/deps.ts';

/** s in which the token can open a connection. */
const TOKEN_SECONDS = 60;

export async function watchOwnStream(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { performerId, sessionId } = requirePerformer(caller);
  return deps.media
    .playTarget(streamRoom(performerId), ofLogin(previewViewer(performerId), sessionId), TOKEN_SECONDS)
    .catch((cause: unknown) => {
      throw new AppError('badRequest.media.unavailable', { cause });
    });
}
