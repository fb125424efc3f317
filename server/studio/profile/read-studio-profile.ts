import type { OutputOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { readStudioProfile as call } from '#contract/studio/profile-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { ownFields, ownTexts } from '#server/performers/profile/own-profile.ts';
import { startsOf } from '#server/performers/schedule/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';

export async function readStudioProfile(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  const performer = await performersFor(deps, inHouse).byId(performerId);
  if (!performer) throw new AppError('badRequest.unauthorized');
  const { username, dateOfBirth, gender, nonude, hiddenIn } = performer;
  const starts = await startsOf(deps.db, performerId, deps.now());
  return {
    username,
    dateOfBirth,
    gender,
    nonude,
    hiddenIn,
    fields: ownFields(performer),
    texts: ownTexts(performer),
    starts: starts.map((at) => at.toISOString()),
  };
}
