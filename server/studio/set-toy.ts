import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { isPaused, onlineStatus } from '#contract/performers/status.ts';
import type { setToy as call } from '#contract/studio/toy-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { readToyState } from '#server/chat/toys/reads.ts';
import { switchToyOff } from '#server/chat/toys/switch-off.ts';
import { switchToyOn } from '#server/chat/toys/switch-on.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { readStatus } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Only an online, unpaused performer can switch it on. Throws `badRequest.notFound` if the brand has no toys. */
export async function setToy(
  deps: Deps,
  caller: Caller,
  { active, ceiling }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const performer = requirePerformer(caller);
  const { performerId } = performer;
  requireFeature(deps, 'toys');
  if (active) {
    const status = await readStatus(deps, performerId);
    if (status === onlineStatus.offline) throw new AppError('badRequest.performer.offline');
    if (isPaused(status)) throw new AppError('badRequest.performer.paused');
    await switchToyOn(deps, performer, { ceiling, onlineStatus: status });
  } else {
    await switchToyOff(deps, performerId, { reason: 'off', caller });
  }
  return readToyState(deps, performerId);
}
