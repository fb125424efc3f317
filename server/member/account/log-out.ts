import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { endSessions } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';
import { forgetRunOut } from '../notices/sweep-subscriptions.ts';

/** Ends the session in the database and on every socket. */
export async function logOut(deps: Deps, caller: Caller): Promise<true> {
  if (caller.kind !== 'member' && caller.kind !== 'performer') return true;
  const { kind, sessionId } = caller;
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    await endSessions({ ...deps, db: tx }, { sessionId });
    if (kind === 'member') {
      await forgetRunOut(tx, caller.memberId, at);
      await recordAct(tx, caller, { act: 'member.logged-out', subject: `session:${sessionId}`, at });
      tx.afterCommit(() => deps.events.record('member.logged-out', { member: caller.memberId }));
    }
  });
  return true;
}
