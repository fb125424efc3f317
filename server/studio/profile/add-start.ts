import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { refuseStart } from '#contract/performers/schedule.ts';
import type { addStart as call } from '#contract/studio/profile-calls.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { insertStart } from '#server/performers/schedule/change-starts.ts';
import type { Deps } from '#server/ports/deps.ts';
import { changeSchedule } from './change-schedule.ts';

/** Throws `badRequest.schedule.time` for a time that is past, too far ahead, or has seconds. */
export async function addStart(
  deps: Deps,
  caller: Caller,
  { at: iso }: ParsedInput<typeof call>,
): Promise<true> {
  const { performerId } = requirePerformer(caller);
  const [at, now] = [new Date(iso), deps.now()];
  if (refuseStart(at, now)) throw new AppError('badRequest.schedule.time', { fields: ['at'] });
  return changeSchedule(deps, caller, (tx) => insertStart(tx, { performerId, at }, now));
}
