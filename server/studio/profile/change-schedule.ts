import { recordAct } from '#server/audit/record-act.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';

/** A change of the caller's planned starts, with its audit row unless it changed nothing. */
export async function changeSchedule(
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
