import type { ToyState } from '#contract/chat/toy-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { isPaused, onlineStatus } from '#contract/performers/status.ts';
import type { beatToy as beatToyCall, setToy as setToyCall } from '#contract/studio/toy-calls.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { readToyState } from '#server/chat/toys/reads.ts';
import { hearBridge, switchToyOff, switchToyOn } from '#server/chat/toys/switch-toy.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { readStatus } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Only an online, unpaused performer can switch it on. Throws `badRequest.notFound` if the brand has no toys. */
export async function setToy(
  deps: Deps,
  caller: Caller,
  { active, ceiling }: ParsedInput<typeof setToyCall>,
): Promise<OutputOf<typeof setToyCall>> {
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

/** The emergency stop: never refused, and may be repeated. */
export async function stopToy(deps: Deps, caller: Caller): Promise<ToyState> {
  const { performerId } = requirePerformer(caller);
  await switchToyOff(deps, performerId, { reason: 'stopped', caller });
  return readToyState(deps, performerId);
}

/** Throws `badRequest.notFound` if the brand has no toys. */
export async function beatToy(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof beatToyCall>,
): Promise<OutputOf<typeof beatToyCall>> {
  const { performerId } = requirePerformer(caller);
  requireFeature(deps, 'toys');
  if (input.error === undefined) await hearBridge(deps, performerId, input.run);
  else await switchToyOff(deps, performerId, { reason: 'device' });
  return readToyState(deps, performerId);
}
