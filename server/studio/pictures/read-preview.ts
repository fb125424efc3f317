import type { ParsedInput } from '#contract/endpoint.ts';
import type { Profile } from '#contract/performers/profile/profile-calls.ts';
import type { readPreview as call } from '#contract/studio/picture-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { previewProfile } from '#server/performers/profile/read-profile.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function readPreview(
  deps: Deps,
  caller: Caller,
  viewing: ParsedInput<typeof call>,
): Promise<Profile> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  return previewProfile(deps, performerId, viewing);
}
