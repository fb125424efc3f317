import type { EventFields } from '#server/events.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { InTx } from '#server/ports/deps.ts';
import { tellNewDevice } from '../security/tell-new-device.ts';
import { startSession } from './start-session.ts';

/**
 * Common to every login: opens the session and mails the member about a new browser. Call only after authentication.
 * Throws `badRequest.login.blocked`.
 */
export async function openLogin(
  deps: InTx,
  caller: Caller,
  memberId: number,
  how: EventFields = {},
): Promise<{ token: string }> {
  const { token, sessionId } = await startSession(deps, caller, memberId);
  await tellNewDevice(deps, caller, { memberId, sessionId });
  deps.db.afterCommit(() => deps.events.record('member.logged-in', { member: memberId, ...how }));
  return { token };
}
