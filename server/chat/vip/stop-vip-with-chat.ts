import { and, eq } from 'drizzle-orm';
import { restAfter } from '#contract/chat/minutes.ts';
import type { EndReason } from '#contract/chat/session.ts';
import type { VipRefusal } from '#contract/chat/vip.ts';
import { announceStatus } from '#server/performers/profile/store-status.ts';
import { holdStatus } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { announceVip, tellShowEnd } from './announce-vip.ts';
import { keepShow } from './away.ts';
import { leaveVipStatus } from './leave-vip-status.ts';
import { runningShow } from './reads.ts';
import { type VipRow, vipRequests } from './tables.ts';

/** Declines a chat's pending request at its end and stops its show, or keeps the show for a while. Idempotent. */
export async function stopVipWithChat(
  deps: Deps,
  session: { id: string; performerId: number },
  reason: EndReason,
  isKept: boolean,
): Promise<void> {
  const now = deps.now();
  const { rows, stopped, status } = await deps.db.transaction(async (tx) => {
    const ofSession = (state: VipRow['state']) =>
      and(eq(vipRequests.sessionId, session.id), eq(vipRequests.state, state));
    const declined = await tx
      .update(vipRequests)
      .set({ state: 'declined', reason: refusalOf(reason), answeredAt: now })
      .where(ofSession('pending'))
      .returning();
    if (isKept)
      return { rows: [...declined, ...(await keepShow(tx, session.id, now))], stopped: [], status: null };
    const stopped = await tx
      .update(vipRequests)
      .set({ state: 'stopped', endedAt: now })
      .where(ofSession('accepted'))
      .returning();
    const status = stopped.length > 0 ? await leaveVipStatus(deps, tx, session.performerId) : null;
    return { rows: [...declined, ...stopped], stopped, status };
  });
  if (status) announceStatus(deps, status);
  await announceVip(deps, rows);
  for (const row of stopped) tellShowEnd(deps, row, reason);
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
  const status = await deps.db.transaction(async (tx) => {
    // Prevents a show from beginning until this transaction ends.
    await holdStatus(tx, performerId);
    return (await runningShow(tx, performerId)) ? null : leaveVipStatus(deps, tx, performerId);
  });
  if (status) announceStatus(deps, status);
}
