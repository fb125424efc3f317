import { type CamBackState, mayShowCamera } from '#contract/chat/cam-back.ts';
import { AppError } from '#contract/errors.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import type { Caller, MemberCaller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type ChatSession, readOwnSession } from '../session/chat-auth.ts';

/** Seconds that a media token of a return room opens sessions: a reconnect asks again, and is checked again. */
export const RETURN_TOKEN_SECONDS = 60;

/**
 * The media server's names of one session's return room, of who sends to it and of who sees it. No sweep and no snapshot
 * knows such a room: they look for performers' streams.
 */
export const returnRoom = (sessionId: string): string => `back-${sessionId}`;
export const returnSender = (sessionId: string): string => `back-sender-${sessionId}`;
export const returnViewer = (sessionId: string): string => `back-viewer-${sessionId}`;

/** Throws `badRequest.notFound` where the brand has no camera-back. */
export function requireCamBack(deps: Deps): void {
  requireFeature(deps, 'camBack');
}

/**
 * The caller's own running chat, in which a camera may be shown. Throws `badRequest.camBack.notHere` in free chat, and
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

/** To the performer, and to nobody else: the room does not learn whose camera she sees. */
export function announceCamBack(
  deps: Deps,
  { id, performerId, sender }: Pick<ChatSession, 'id' | 'performerId' | 'sender'>,
  state: CamBackState,
): void {
  deps.push.toPerformer(performerId, 'studio-cam-back', { session: id, sender, state });
}
