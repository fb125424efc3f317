import type { OutputOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { readStudioAccount as call } from '#contract/studio/account-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { performerById } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function readStudioAccount(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'studio');
  const performer = await performerById(deps, requirePerformer(caller).performerId);
  if (!performer) throw new AppError('badRequest.unauthorized');
  return { username: performer.username, onlineStatus: performer.onlineStatus };
}
