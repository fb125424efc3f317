import type { Caller } from '#server/caller.ts';
import type { Deps } from '#server/deps.ts';
import { endSession } from './end-sessions.ts';

/** Ends the caller's session at once, in the database and on every socket. */
export async function logOut(deps: Deps, caller: Caller): Promise<true> {
  await leaveSession(deps, caller);
  return true;
}

/** Ends the session a caller comes with, if any: logging in leaves no earlier login behind. */
export async function leaveSession(deps: Deps, caller: Caller): Promise<void> {
  if (caller.kind !== 'member' && caller.kind !== 'performer') return;
  await endSession(deps.db, caller.sessionId, deps.now());
  deps.push.endSession(caller.sessionId);
  if (caller.kind === 'member') deps.events.record('member.logged-out', { member: caller.memberId });
}
