import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { rotateSession } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';

export interface StartedSession {
  sessionId: string;
  token: string;
  /** Disconnects the sockets of the previous session; call it after the commit. */
  announce(): void;
}

/**
 * Replaces the caller's session by one of this member and writes the audit row, in the given transaction
 * (`deps.db`).
 */
export async function startSession(deps: Deps, caller: Caller, memberId: number): Promise<StartedSession> {
  const { sessionId, token, ended } = await rotateSession(deps, caller, { kind: 'member', memberId });
  const subject = `session:${sessionId}`;
  await recordAct(deps.db, caller, { act: 'member.logged-in', memberId, subject, at: deps.now() });
  return {
    sessionId,
    token,
    announce() {
      for (const session of ended) deps.push.endSession(session);
      if (ended.length > 0 && caller.kind === 'member')
        deps.events.record('member.logged-out', { member: caller.memberId });
    },
  };
}
