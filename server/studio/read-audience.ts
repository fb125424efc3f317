import type { Received } from '@vonk/media';
import type { OutputOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { readAudience as call } from '#contract/studio/live-calls.ts';
import { receptionFrom } from '#server/chat/session/reception.ts';
import { runningShow } from '#server/chat/vip/reads.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { openSessionsOf } from '#server/identity/sessions.ts';
import { ofLogin, previewViewer, streamRoom } from '#server/media/rooms.ts';
import { countUnseen } from '#server/media/unseen.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';

/** ms for which a refused encoder is told of; encoders try again in shorter intervals at first. */
const REFUSED_MS = 60_000;

const shownOf = ({ size, framesPerSecond, bitrate }: Received) => ({ size, framesPerSecond, bitrate });

/** Number of this performer's logins that watch her own stream. */
async function countPreviews(deps: Deps, performerId: number): Promise<number> {
  const logins = await openSessionsOf(deps, { performerId });
  const isWatching = ({ id }: { id: string }) =>
    deps.media.viewer(ofLogin(previewViewer(performerId), id))?.connected === true;
  return logins.filter(isWatching).length;
}

export async function readAudience(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { performerId } = requirePerformer(caller);
  const performer = await performersFor(deps, inHouse).byId(performerId);
  if (!performer) throw new AppError('badRequest.unauthorized');
  const show = await runningShow(deps.db, performerId);
  const { publishing, viewers, received, refusedAt } = deps.media.room(streamRoom(performerId));
  const own = await countPreviews(deps, performerId);
  return {
    onlineStatus: performer.onlineStatus,
    receiving: publishing,
    received: received && { ...receptionFrom(received), ...shownOf(received) },
    watching: Math.max(0, viewers - own - (await countUnseen(deps, performerId))),
    encoderRefused: refusedAt !== null && deps.now().getTime() - refusedAt < REFUSED_MS,
    vip: show?.sender ?? null,
  };
}
