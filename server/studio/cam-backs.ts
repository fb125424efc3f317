import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type {
  endCamBack as endCamBackCall,
  listCamBacks as listCamBacksCall,
  watchCamBack as watchCamBackCall,
} from '#contract/studio/cam-back-calls.ts';
import { cameraOf, RETURN_TOKEN_SECONDS, requireCamBack, shownCameras } from '#server/chat/cam-back/reads.ts';
import { closeCamBack } from '#server/chat/cam-back/transitions.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { returnRoom, returnViewer } from '#server/media/rooms.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function listCamBacks(deps: Deps, caller: Caller): Promise<OutputOf<typeof listCamBacksCall>> {
  requireCamBack(deps);
  const { performerId } = requirePerformer(caller);
  const shown = await shownCameras(deps, performerId);
  const cameras = shown.flatMap(({ session, sender, state }) =>
    state === 'stopped'
      ? []
      : [{ session, sender, state, publishing: deps.media.room(returnRoom(session)).publishing }],
  );
  return { cameras };
}

/**
 * Returns a target for the performer to whom this camera is shown. Throws `badRequest.notFound` for any other
 * performer, and for a camera that is off.
 */
export async function watchCamBack(
  deps: Deps,
  caller: Caller,
  { session }: ParsedInput<typeof watchCamBackCall>,
): Promise<OutputOf<typeof watchCamBackCall>> {
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

/** Idempotent. Throws `badRequest.notFound` for a camera that was never shown to this performer. */
export async function endCamBack(
  deps: Deps,
  caller: Caller,
  { session }: ParsedInput<typeof endCamBackCall>,
): Promise<OutputOf<typeof endCamBackCall>> {
  requireCamBack(deps);
  const { performerId } = requirePerformer(caller);
  const camera = await cameraOf(deps.db, { performerId, session });
  if (!camera) throw new AppError('badRequest.notFound');
  const ended = await closeCamBack(deps, camera);
  if (ended) deps.push.toChatSession(session, 'cam-back-ended', { session });
  return { ended };
}
