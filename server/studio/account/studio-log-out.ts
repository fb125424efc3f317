import { requireFeature } from '#server/calls/require-feature.ts';
import type { Caller } from '#server/identity/caller.ts';
import { endOwnSessions } from '#server/member/security/end-own-sessions.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Ends the session in the database and on every socket. */
export async function studioLogOut(deps: Deps, caller: Caller): Promise<true> {
  requireFeature(deps, 'studio');
  if (caller.kind !== 'performer') return true;
  await endOwnSessions(deps, caller, { only: caller.sessionId });
  return true;
}
