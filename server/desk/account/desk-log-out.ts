import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { endDeskSessions } from './end-desk-sessions.ts';

export async function deskLogOut(deps: Deps, caller: Caller): Promise<true> {
  if (caller.kind !== 'operator' || !caller.login) return true;
  await endDeskSessions(deps, { ...caller, login: caller.login }, { only: caller.login.sessionId });
  return true;
}
