import { eq } from 'drizzle-orm';
import { restAfter } from '#contract/chat/minutes.ts';
import type { EndReason } from '#contract/chat/session.ts';
import type { VipRefusal } from '#contract/chat/vip-calls.ts';
import { holdStatus } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { keepShow } from './away.ts';
import { leaveVipStatus } from './leave-vip-status.ts';
import { runningShow } from './reads.ts';
import { vipRequests } from './tables.ts';
import { declinePending, stopShow } from './transitions.ts';

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
