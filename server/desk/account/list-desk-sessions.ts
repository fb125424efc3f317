import type { listDeskSessions as call } from '#contract/desk/account-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import { openSessionsOf, shownSession } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function listDeskSessions(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { operatorId, sessionId } = requireDesk(caller).login;
  const open = await openSessionsOf(deps, { operatorId });
  return { result: open.map((session) => shownSession(session, sessionId)) };
}
