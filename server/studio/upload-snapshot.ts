import { AppError } from '#contract/errors.ts';
import { isLive } from '#contract/performers/status.ts';
import type { Deps } from '#server/deps.ts';
import { keepSnapshot } from '#server/media/keep-snapshot.ts';
import { readStatus } from '#server/performers/reads.ts';

/**
 * Takes a picture from the broadcaster, for streams the media server can't read. Throws `badRequest.performer.offline`
 * and `badRequest.image.notAllowed`.
 */
export async function uploadSnapshot(deps: Deps, performerId: number, picture: Buffer): Promise<void> {
  await deps.limits.take('snapshot', `${performerId}`);
  if (!isLive(await readStatus(deps, performerId))) throw new AppError('badRequest.performer.offline');
  await keepSnapshot(deps, performerId, { picture, format: 'jpeg' });
}
