import type { EndReason } from '#contract/chat/session.ts';
import { AppError } from '#contract/errors.ts';
import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import { roomRules } from '#server/chat/room/room-settings.ts';
import { switchToyOff } from '#server/chat/toys/switch-toy.ts';
import { runningShow } from '#server/chat/vip/reads.ts';
import { reconcileRoom } from '#server/chat/vip/reconcile-room.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { streamRoom } from '#server/media/rooms.ts';
import { storeStatus } from '#server/performers/profile/store-status.ts';
import { readStatus } from '#server/performers/reads.ts';
import { requireIdentity } from '#server/performers/records/identity.ts';
import type { Deps } from '#server/ports/deps.ts';

/**
 * Throws `badRequest.performer.offline` without a broadcast, `.busy` for live or free during a show,
 * `badRequest.forbidden` for VIP, which only a show sets, `badRequest.chat.closed` while the operator keeps the room
 * shut, and `badRequest.identity.missing` without an approved identity record if IDENTITY_REQUIRED is on.
 * Pausing or going offline ends a show, as the performer's doing.
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
  if (input.onlineStatus !== offline) await requireIdentity(deps, performerId);
  const isOnAir = deps.media.room(streamRoom(performerId)).publishing;
  if (input.onlineStatus !== offline && !isOnAir) throw new AppError('badRequest.performer.offline');
  await changeStatus(deps, performerId, input.onlineStatus);
  return input;
}

/**
 * Stores the status, pushes it to everyone, and ends the sessions it no longer allows, with the status or its cause as
 * the reason.
 */
export async function changeStatus(
  deps: Deps,
  performerId: number,
  status: OnlineStatus,
  because?: EndReason,
): Promise<void> {
  // Switches the toy off before the push: it must not move after a show has ended.
  if ((await readStatus(deps, performerId)) !== status)
    await switchToyOff(deps, performerId, { reason: 'status' });
  await storeStatus(deps, performerId, status);
  await reconcileRoom(deps, performerId, because ? { status, because } : { status });
}
