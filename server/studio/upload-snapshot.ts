import { AppError } from '#contract/errors.ts';
import { isLive } from '#contract/performers/status.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { requirePerformer } from '#server/identity/caller.ts';
import { readStatus } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { keepSnapshot } from './keep-snapshot.ts';

/**
 * A snapshot sent by the encoder, for streams the media server cannot decode. Throws `badRequest.performer.offline`
 * and `badRequest.image.notAllowed`.
 */
export async function uploadSnapshot(deps: Deps, { caller, readBody }: RawRequest): Promise<RawAnswer> {
  const { performerId } = requirePerformer(caller);
  const picture = await readBody();
  await deps.limits.take('snapshot', `${performerId}`);
  if (!isLive(await readStatus(deps, performerId))) throw new AppError('badRequest.performer.offline');
  await keepSnapshot(deps, performerId, { picture, format: 'jpeg' });
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body: 'true' };
}
