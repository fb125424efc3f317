import type { EndReason } from '#contract/chat/session.ts';
import { AppError } from '#contract/errors.ts';
import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import { roomRules } from '#server/chat/room/room-settings.ts';
import { reconcileRoom } from '#server/chat/session/reconcile-room.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { streamRoom } from '#server/media/stream-room.ts';
import { storeStatus } from '#server/performers/profile/store-status.ts';
import type { Deps } from '#server/ports/deps.ts';

/**
 * Throws `badRequest.performer.offline` while nothing is being broadcast, `badRequest.chat.closed` while the operator keeps
 * the room shut, and `badRequest.forbidden` for VIP: that status
 * belongs to a VIP session, and there are none yet.
 */
export async function setStatus(
  deps: Deps,
  caller: Caller,
  input: { onlineStatus: OnlineStatus },
): Promise<{ onlineStatus: OnlineStatus }> {
  const { performerId } = requirePerformer(caller);
  if (input.onlineStatus === onlineStatus.vip) throw new AppError('badRequest.forbidden');
  if (input.onlineStatus !== onlineStatus.offline && (await roomRules(deps, performerId)).isClosed)
    throw new AppError('badRequest.chat.closed');
  const isOnAir = deps.media.room(streamRoom(performerId)).publishing;
  if (input.onlineStatus !== onlineStatus.offline && !isOnAir)
    throw new AppError('badRequest.performer.offline');
  await changeStatus(deps, performerId, input.onlineStatus);
  return input;
}

/** Stores the status, tells everyone, and ends the sessions it no longer allows: for the status, or for what is behind it. */
export async function changeStatus(
  deps: Deps,
  performerId: number,
  status: OnlineStatus,
  because?: EndReason,
): Promise<void> {
  await storeStatus(deps, performerId, status);
  await reconcileRoom(deps, performerId, because ? { status, because } : { status });
}
