import { recordAct } from '#server/audit/record-act.ts';
import type { DeskCaller } from '#server/identity/caller.ts';
import { endSessions } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Ends sessions of the caller, with an audit row each. Returns their number. */
export async function endDeskSessions(
  deps: Deps,
  caller: DeskCaller,
  which: { readonly only: string } | { readonly except: string },
): Promise<number> {
  const { operatorId } = caller.login;
  const at = deps.now();
  return deps.db.transaction(async (tx) => {
    const ids = await endSessions({ ...deps, db: tx }, { operatorId, ...which });
    for (const id of ids)
      await recordAct(tx, caller, { act: 'operator.logged-out', subject: `session:${id}`, at });
    const ended = ids.length;
    if (ended > 0)
      tx.afterCommit(() => deps.events.record('operator.logged-out', { operator: operatorId, ended }));
    return ended;
  });
}
