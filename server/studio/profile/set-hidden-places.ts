import { recordAct } from '#server/audit/record-act.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { storePlaces } from '#server/performers/profile/hidden-places.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Replaces the places that do not see the caller. */
export async function setHiddenPlaces(
  deps: Deps,
  caller: Caller,
  { places }: { places: readonly string[] },
): Promise<true> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  await deps.limits.take('studio-profile', `performer ${performerId}`);
  await deps.db.transaction(async (tx) => {
    if (!(await storePlaces(deps, tx, { performerId, places }))) return;
    const subject = `performer:${performerId}`;
    await recordAct(tx, caller, { act: 'performer.places-set', subject, at: deps.now() });
  });
  return true;
}
