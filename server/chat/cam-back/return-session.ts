import { type CamBackState, mayShowCamera } from '#contract/chat/cam-back-calls.ts';
import { AppError } from '#contract/errors.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { Caller, MemberCaller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type ChatSession, readOwnSession } from '../session/chat-auth.ts';

/** Seconds for which a return room's media token is valid. A reconnect needs a new one and is checked again. */
export const RETURN_TOKEN_SECONDS = 60;

/** Throws `badRequest.notFound` if the brand has no camera-back. */
export function requireCamBack(deps: Deps): void {
  requireFeature(deps, 'camBack');
}

/**
 * Returns the caller's own running chat if it may show a camera. Throws `badRequest.camBack.notHere` in free chat, and
 * what `readOwnSession` throws.
 */
export async function readReturnSession(
  deps: Deps,
  caller: Caller,
  auth: string,
): Promise<{ member: MemberCaller; session: ChatSession }> {
  requireCamBack(deps);
  const own = await readOwnSession(deps, caller, auth);
  if (!mayShowCamera(own.session.type)) throw new AppError('badRequest.camBack.notHere');
  return own;
}

/** Pushes to the performer only: the room must not learn whose camera she sees. */
export function announceCamBack(
  deps: Deps,
  { id, performerId, sender }: Pick<ChatSession, 'id' | 'performerId' | 'sender'>,
  state: CamBackState,
): void {
  deps.push.toPerformer(performerId, 'studio-cam-back', { session: id, sender, state });
}
