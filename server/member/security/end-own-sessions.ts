import { recordAct } from '#server/audit/record-act.ts';
import type { MemberCaller, PerformerCaller } from '#server/identity/caller.ts';
import { endSessions } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Ends sessions of the caller, with an audit row each. Returns their number. */
export async function endOwnSessions(
  deps: Deps,
  caller: MemberCaller | PerformerCaller,
  which: { readonly only: string } | { readonly except: string },
): Promise<number> {
  const owner =
    caller.kind === 'member' ? { memberId: caller.memberId } : { performerId: caller.performerId };
  const at = deps.now();
  return deps.db.transaction(async (tx) => {
    const ids = await endSessions({ ...deps, db: tx }, { ...owner, ...which });
    for (const id of ids)
      await recordAct(tx, caller, { act: `${caller.kind}.logged-out`, subject: `session:${id}`, at });
    const ended = ids.length;
    if (ended > 0)
      tx.afterCommit(() =>
        caller.kind === 'member'
          ? deps.events.record('member.logged-out', { member: caller.memberId, ended })
          : deps.events.record('performer.logged-out', { performer: caller.performerId, ended }),
      );
    return ended;
  });
}
