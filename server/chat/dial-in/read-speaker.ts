import { AppError } from '#contract/errors.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type ChatSession, readOpenAuth } from '../session/chat-auth.ts';
import { type Place, readOwnPlace } from '../session/own-place.ts';

/** Somebody who writes in a room. */
export interface Speaker {
  place: Pick<Place, 'id' | 'performerId'>;
  /** Who it is, as a key that messages are stored under and counted by. */
  author: string;
}

/** A member, or a guest whose phone call pays. Throws as `readOwnPlace` does. */
export async function readSpeaker(deps: Deps, caller: Caller, auth: string): Promise<Speaker> {
  if (caller.kind === 'dial-in-guest') {
    const { session, dialInId } = await readCallSession(deps, caller, auth);
    return { place: session, author: `dial-in:${dialInId}` };
  }
  const { member, place } = await readOwnPlace(deps, caller, auth);
  return { place, author: `member:${member.memberId}` };
}

/**
 * The running session of a guest whose call pays. One that began without the call is refused: it would act under a
 * nameless guest's name. Throws `badRequest.unauthorized`, `.invalid.auth` or `.session.ended`.
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
