import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { endOwnSessions } from './end-own-sessions.ts';

export async function endOtherSessions(deps: Deps, caller: Caller): Promise<{ ended: number }> {
  const member = requireMember(caller);
  return { ended: await endOwnSessions(deps, member, { except: member.sessionId }) };
}
