import { AppError } from '#contract/errors.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { requireRole } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { pictureOf } from '#server/safety/reports/case-reads.ts';

/**
 * The stream's picture of a report, by `number`; for moderators only. Throws `badRequest.notFound` for an unknown report,
 * and once the picture is removed.
 */
export async function serveReportPicture(deps: Deps, { caller, query }: RawRequest): Promise<RawAnswer> {
  requireFeature(deps, 'desk');
  requireRole(caller, ['moderator']);
  const picture = await pictureOf(deps.db, query.get('number') ?? '');
  if (!picture) throw new AppError('badRequest.notFound');
  return {
    status: 200,
    headers: { 'Content-Type': 'image/webp', 'Cache-Control': 'no-store' },
    body: Uint8Array.from(picture),
  };
}
