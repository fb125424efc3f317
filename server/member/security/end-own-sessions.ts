import { recordAct } from '#server/audit/record-act.ts';
import type { MemberCaller } from '#server/identity/caller.ts';
import { endSessions, type SessionFilter } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Ends them with a row of the trail each, and takes their sockets off the line. Returns how many there were. */
export async function endOwnSessions(
  deps: Deps,
  member: MemberCaller,
  filter: SessionFilter & { memberId: number },
): Promise<number> {
  const at = deps.now();
  const ended = await deps.db.transaction(async (tx) => {
    const ids = await endSessions(tx, filter, at);
    for (const id of ids)
      await recordAct(tx, member, { act: 'member.logged-out', subject: `session:${id}`, at });
    return ids;
  });
  for (const id of ended) deps.push.endSession(id);
  if (ended.length > 0)
    deps.events.record('member.logged-out', { member: member.memberId, ended: ended.length });
  return ended.length;
}
