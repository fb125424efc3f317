import type { OutputOf } from '#contract/endpoint.ts';
import type { listSessions as call } from '#contract/member/settings/security-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { openSessionsOf, shownSession } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function listSessions(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { memberId, sessionId } = requireMember(caller);
  const rows = await openSessionsOf(deps, { memberId });
  return { result: rows.map((row) => shownSession(row, sessionId)) };
}
