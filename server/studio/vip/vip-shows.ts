import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type {
  acceptVip as acceptVipCall,
  declineVip as declineVipCall,
  stopVipShow as stopVipShowCall,
} from '#contract/studio/vip-calls.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { endChatSession } from '#server/chat/session/end-chat-session.ts';
import { acceptRequest } from '#server/chat/vip/accept-vip.ts';
import { endAwayShow } from '#server/chat/vip/away.ts';
import { requestOf, runningShow, toStudio } from '#server/chat/vip/reads.ts';
import { declineRequest } from '#server/chat/vip/transitions.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function acceptVip(
  deps: Deps,
  caller: Caller,
  { request }: ParsedInput<typeof acceptVipCall>,
): Promise<OutputOf<typeof acceptVipCall>> {
  requireFeature(deps, 'vip');
  const { performerId } = requirePerformer(caller);
  return toStudio(deps, await acceptRequest(deps, { performerId, request }));
}

/** Idempotent. Throws `badRequest.vip.closed` for a request that ended in another way. */
export async function declineVip(
  deps: Deps,
  caller: Caller,
  { request }: ParsedInput<typeof declineVipCall>,
): Promise<OutputOf<typeof declineVipCall>> {
  requireFeature(deps, 'vip');
  const { performerId } = requirePerformer(caller);
  const row = await requestOf(deps.db, { performerId, request });
  if (!row) throw new AppError('badRequest.notFound');
  const declined = await deps.db.transaction((tx) =>
    declineRequest(deps, tx, { id: row.id, reason: 'declined' }),
  );
  const last = declined ?? (await requestOf(deps.db, { performerId, request }));
  if (last?.reason !== 'declined') throw new AppError('badRequest.vip.closed');
  return toStudio(deps, last);
}

/** The performer ends the show; does nothing without one. */
export async function stopVipShow(deps: Deps, caller: Caller): Promise<OutputOf<typeof stopVipShowCall>> {
  requireFeature(deps, 'vip');
  const { performerId } = requirePerformer(caller);
  const show = await runningShow(deps.db, performerId);
  if (!show) return { stopped: false };
  const ended = await endChatSession(deps, show.sessionId, 'vip-stopped');
  return { stopped: ended !== null || (await endAwayShow(deps, performerId)) };
}
