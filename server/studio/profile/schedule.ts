import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { refuseStart } from '#contract/performers/schedule.ts';
import type {
  addStart as addStartCall,
  removeStart as removeStartCall,
} from '#contract/studio/profile-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { deleteStart, insertStart } from '#server/performers/schedule/starts.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Throws `badRequest.schedule.time` for a time that is past, too far ahead, or has seconds. */
export async function addStart(
  deps: Deps,
  caller: Caller,
  { at: iso }: ParsedInput<typeof addStartCall>,
): Promise<true> {
  const { performerId } = requirePerformer(caller);
  const [at, now] = [new Date(iso), deps.now()];
  if (refuseStart(at, now)) throw new AppError('badRequest.schedule.time', { fields: ['at'] });
  return changeSchedule(deps, caller, (tx) => insertStart(tx, { performerId, at }, now));
}

export async function removeStart(
  deps: Deps,
  caller: Caller,
  { at }: ParsedInput<typeof removeStartCall>,
): Promise<true> {
  const { performerId } = requirePerformer(caller);
  return changeSchedule(deps, caller, (tx) => deleteStart(tx, { performerId, at: new Date(at) }));
}

/** A change of the caller's planned starts, with its audit row unless it changed nothing. */
async function changeSchedule(
  deps: Deps,
  caller: Caller,
  change: (tx: Tx) => Promise<boolean>,
): Promise<true> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  await deps.limits.take('studio-profile', `performer ${performerId}`);
  await deps.db.transaction(async (tx) => {
    if (!(await change(tx))) return;
    const act = 'performer.schedule-changed';
    await recordAct(tx, caller, { act, subject: `performer:${performerId}`, at: deps.now() });
    tx.afterCommit(() => deps.events.record(act, { performer: performerId }));
  });
  return true;
}
