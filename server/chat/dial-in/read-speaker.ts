import { AppError } from '#contract/errors.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type ChatSession, readOpenAuth, readOwnSessionRef, type SessionRef } from '../session/chat-auth.ts';

/** The author of a message in a room. */
export interface Speaker {
  session: Pick<SessionRef, 'id' | 'performerId'>;
  /** Key that messages are stored and counted under. */
  author: string;
}

/** A member, or a guest whose phone call pays. Throws as `readOwnSessionRef` does. */
export async function readSpeaker(deps: Deps, caller: Caller, auth: string): Promise<Speaker> {
  if (caller.kind === 'dial-in-guest') {
    const { session, dialInId } = await readCallSession(deps, caller, auth);
    return { session, author: `dial-in:${dialInId}` };
  }
  const { member, session } = await readOwnSessionRef(deps, caller, auth);
  return { session, author: `member:${member.memberId}` };
}

/**
 * Returns the running session of a guest whose call pays. Refuses a session begun without the call, which has another
 * name. Throws `badRequest.unauthorized`, `.invalid.auth` or `.session.ended`.
 */
export async function readCallSession(
  deps: Deps,
  caller: Caller,
  auth: string,
): Promise<{ session: ChatSession; dialInId: string }> {
  if (caller.kind !== 'dial-in-guest') throw new AppError('badRequest.unauthorized');
  const session = await readOpenAuth(deps, caller, auth);
  if (session.dialInSession === null) throw new AppError('badRequest.unauthorized');
  if (session.dialInSession !== caller.dialInId) throw new AppError('badRequest.invalid.auth');
  return { session, dialInId: caller.dialInId };
}
