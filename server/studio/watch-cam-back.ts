import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { watchCamBack as call } from '#contract/studio/cam-back-calls.ts';
import { shownCameras } from '#server/chat/cam-back/reads.ts';
import { RETURN_TOKEN_SECONDS, requireCamBack } from '#server/chat/cam-back/return-session.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { returnRoom, returnViewer } from '#server/media/rooms.ts';
import type { Deps } from '#server/ports/deps.ts';

/**
 * Returns a target for the performer to whom this camera is shown. Throws `badRequest.notFound` for any other
 * performer, and for a camera that is off.
 */
export async function watchCamBack(
  deps: Deps,
  caller: Caller,
  { session }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireCamBack(deps);
  const { performerId } = requirePerformer(caller);
  const target = await deps.media
    .playTarget(returnRoom(session), returnViewer(session), RETURN_TOKEN_SECONDS)
    .catch((cause: unknown) => {
      throw new AppError('badRequest.media.unavailable', { cause });
    });
  // Checked after issuing the token: a camera that stops meanwhile has revoked it.
  const shown = await shownCameras(deps, performerId);
  if (!shown.some((camera) => camera.session === session)) throw new AppError('badRequest.notFound');
  return target;
}
