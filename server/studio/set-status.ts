import type { EndReason } from '#contract/chat/session.ts';
import { AppError } from '#contract/errors.ts';
import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import { roomRules } from '#server/chat/room/room-settings.ts';
import { reconcileRoom } from '#server/chat/session/reconcile-room.ts';
import { switchToyOff } from '#server/chat/toys/switch-off.ts';
import { runningShow } from '#server/chat/vip/reads.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { streamRoom } from '#server/media/stream-room.ts';
import { readStatus } from '#server/performers/profile/reads.ts';
import { storeStatus } from '#server/performers/profile/store-status.ts';
import type { Deps } from '#server/ports/deps.ts';

/**
 * Throws `badRequest.performer.offline` while nothing is being broadcast, and `badRequest.forbidden` for VIP: that status
 * belongs to a show. From a show nobody goes straight to everybody (`badRequest.performer.busy`): a break or going offline
 * ends it, as the performer's doing. `badRequest.chat.closed` while the operator keeps the room shut.
 */
export async function setStatus(
  deps: Deps,
  caller: Caller,
  input: { onlineStatus: OnlineStatus },
): Promise<{ onlineStatus: OnlineStatus }> {
  const { performerId } = requirePerformer(caller);
  const { vip, online, free, offline } = onlineStatus;
  if (input.onlineStatus === vip) throw new AppError('badRequest.forbidden');
  const isPublic = input.onlineStatus === online || input.onlineStatus === free;
  if (isPublic && (await runningShow(deps.db, performerId))) throw new AppError('badRequest.performer.busy');
  if (input.onlineStatus !== offline && (await roomRules(deps, performerId)).isClosed)
    throw new AppError('badRequest.chat.closed');
  const isOnAir = deps.media.room(streamRoom(performerId)).publishing;
  if (input.onlineStatus !== offline && !isOnAir) throw new AppError('badRequest.performer.offline');
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
  // Before the status is told: nothing moves in a show that has ended.
  if ((await readStatus(deps, performerId)) !== status)
    await switchToyOff(deps, performerId, { reason: 'status' });
  await storeStatus(deps, performerId, status);
  await reconcileRoom(deps, performerId, because ? { status, because } : { status });
}
