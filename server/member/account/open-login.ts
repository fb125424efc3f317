import type { EventFields } from '#server/events.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { tellNewDevice } from '../security/tell-new-device.ts';
import { startSession } from './start-session.ts';

export interface OpenedLogin {
  token: string;
  /** Call after the commit. */
  announce(): void;
}

/**
 * Common to every login: opens the session and mails the member about a new browser, in the given transaction
 * (`deps.db`). Call only after authentication. Throws `badRequest.login.blocked`.
 */
export async function openLogin(
  deps: Deps,
  caller: Caller,
  memberId: number,
  how: EventFields = {},
): Promise<OpenedLogin> {
  const { token, sessionId, announce } = await startSession(deps, caller, memberId);
  const isTold = await tellNewDevice(deps, caller, { memberId, sessionId });
  return {
    token,
    announce() {
      announce();
      if (isTold) deps.wakeOutbox();
      deps.events.record('member.logged-in', { member: memberId, ...how });
    },
  };
}
