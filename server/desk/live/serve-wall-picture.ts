import { hasWallPicture } from '#contract/desk/wall.ts';
import { AppError } from '#contract/errors.ts';
import { idIn } from '#contract/whole-number.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { requireRole } from '#server/identity/caller.ts';
import { readStatus } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { latestPicture } from './wall-pictures.ts';
import { modeOf } from './watched-room.ts';

/** Seconds for which a browser keeps a picture, so that a wall opened again does not fetch it twice. */
const KEPT = 60;

/**
 * The latest picture of a public stream, by `performer`, for moderators. Throws `badRequest.notFound` if it is not the
 * asked `version`, and while the stream is not public.
 */
export async function serveWallPicture(deps: Deps, { caller, query }: RawRequest): Promise<RawAnswer> {
  requireFeature(deps, 'desk');
  requireRole(caller, ['moderator']);
  const performerId = idIn(query.get('performer') ?? undefined);
  const mode = modeOf(await readStatus(deps, performerId));
  const found = mode && hasWallPicture(mode) ? await latestPicture(deps, performerId) : undefined;
  if (!found || found.version !== query.get('version')) throw new AppError('badRequest.notFound');
  return {
    status: 200,
    headers: { 'Content-Type': 'image/webp', 'Cache-Control': `private, max-age=${KEPT}, immutable` },
    body: Uint8Array.from(found.picture),
  };
}
