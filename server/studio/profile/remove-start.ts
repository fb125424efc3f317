import type { ParsedInput } from '#contract/endpoint.ts';
import type { removeStart as call } from '#contract/studio/profile-calls.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { deleteStart } from '#server/performers/schedule/change-starts.ts';
import type { Deps } from '#server/ports/deps.ts';
import { changeSchedule } from './change-schedule.ts';

export async function removeStart(
  deps: Deps,
  caller: Caller,
  { at }: ParsedInput<typeof call>,
): Promise<true> {
  const { performerId } = requirePerformer(caller);
  return changeSchedule(deps, caller, (tx) => deleteStart(tx, { performerId, at: new Date(at) }));
}
