import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { endCamBack as call } from '#contract/studio/cam-back-calls.ts';
import { cameraOf } from '#server/chat/cam-back/reads.ts';
import { requireCamBack } from '#server/chat/cam-back/return-session.ts';
import { closeCamBack } from '#server/chat/cam-back/transitions.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Idempotent. Throws `badRequest.notFound` for a camera that was never shown to this performer. */
export async function endCamBack(
  deps: Deps,
  caller: Caller,
  { session }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireCamBack(deps);
  const { performerId } = requirePerformer(caller);
  const camera = await cameraOf(deps.db, { performerId, session });
  if (!camera) throw new AppError('badRequest.notFound');
  const ended = await closeCamBack(deps, camera);
  if (ended) deps.push.toChatSession(session, 'cam-back-ended', { session });
  return { ended };
}
