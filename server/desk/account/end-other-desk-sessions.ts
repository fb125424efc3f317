import type { endOtherDeskSessions as call } from '#contract/desk/account-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { endDeskSessions } from './end-desk-sessions.ts';

export async function endOtherDeskSessions(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const desk = requireDesk(caller);
  return { ended: await endDeskSessions(deps, desk, { except: desk.login.sessionId }) };
}
