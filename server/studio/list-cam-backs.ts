import type { OutputOf } from '#contract/endpoint.ts';
import type { listCamBacks as call } from '#contract/studio/cam-back-calls.ts';
import { shownCameras } from '#server/chat/cam-back/reads.ts';
import { requireCamBack } from '#server/chat/cam-back/return-session.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { returnRoom } from '#server/media/rooms.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function listCamBacks(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
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
