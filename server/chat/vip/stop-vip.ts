import { eq } from 'drizzle-orm';
import type { ParsedAction } from '#contract/chat/action-calls.ts';
import type { EndReason } from '#contract/chat/session.ts';
import { restAfter } from '#contract/chat/units.ts';
import type { VipRefusal, VipRequest } from '#contract/chat/vip-calls.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { Caller } from '#server/identity/caller.ts';
import { holdStatus } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readOwnSession } from '../session/chat-auth.ts';
import { endChatSession } from '../session/end-chat-session.ts';
import { keepShow } from './away.ts';
import { newestRequest, runningShow, toRequest } from './reads.ts';
import { vipRequests } from './tables.ts';
import { declinePending, declineRequest, leaveVipStatus, stopShow } from './transitions.ts';

/** Ends the member's show or withdraws the request. Without either it does nothing. */
export async function stopVip(
  deps: Deps,
  caller: Caller,
  input: ParsedAction<'stopVip'>,
): Promise<{ vip?: VipRequest }> {
  requireFeature(deps, 'vip');
  const { session } = await readOwnSession(deps, caller, input.auth);
  const row = await newestRequest(deps.db, session.id);
  if (row?.state === 'pending')
    await deps.db.transaction((tx) => declineRequest(deps, tx, { id: row.id, reason: 'withdrawn' }));
  // If it was accepted meanwhile, the show is ended.
  const now = row && (await newestRequest(deps.db, session.id));
  if (now?.state === 'accepted') await endChatSession(deps, session.id, 'vip-ended');
  const last = row && (await newestRequest(deps.db, session.id));
  return last ? { vip: toRequest(last, deps.now()) } : {};
}

/** Declines a chat's pending request at its end and stops its show, or keeps the show for a while. Idempotent. */
export async function stopVipWithChat(
  deps: Deps,
  sessionId: string,
  reason: EndReason,
  isKept: boolean,
): Promise<void> {
  const isOfChat = eq(vipRequests.sessionId, sessionId);
  await deps.db.transaction(async (tx) => {
    await declinePending(deps, tx, isOfChat, refusalOf(reason));
    if (isKept) await keepShow(deps, tx, sessionId);
    else await stopShow(deps, tx, isOfChat, { reason, isRestOver: false });
  });
}

/** Refusal by the cause of the end. */
function refusalOf(reason: EndReason): VipRefusal {
  if (reason === 'vip-started') return 'taken';
  if (reason === 'no_credits') return 'no_credits';
  if (reason === 'limit-reached' || reason === 'cool-off') return 'limit';
  return restAfter[reason] === 'returned' ? 'away' : 'withdrawn';
}

/** Leaves the VIP status of a performer without a show, for example after a crash. */
export async function leaveLostVip(deps: Deps, performerId: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    // Prevents a show from beginning until this transaction ends.
    await holdStatus(tx, performerId);
    if (!(await runningShow(tx, performerId))) await leaveVipStatus(deps, tx, performerId);
  });
}
