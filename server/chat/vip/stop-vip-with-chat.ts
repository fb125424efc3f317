import { and, eq } from 'drizzle-orm';
import { restAfter } from '#contract/chat/minutes.ts';
import type { EndReason } from '#contract/chat/session.ts';
import type { VipRefusal } from '#contract/chat/vip.ts';
import { holdStatus } from '#server/performers/reads.ts';
import type { Tx } from '#server/ports/database.ts';
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
  await deps.db.transaction(async (tx) => {
    const declined = await tx
      .update(vipRequests)
      .set({ state: 'declined', reason: refusalOf(reason), answeredAt: now })
      .where(ofSession(session.id, 'pending'))
      .returning();
    const shows = isKept ? await keepShow(tx, session.id, now) : await stopShow(tx, session.id, now);
    if (!isKept && shows.length > 0) await leaveVipStatus(deps, tx, session.performerId);
    tx.afterCommit(() => announceVip(deps, [...declined, ...shows]));
    if (!isKept) for (const row of shows) tx.afterCommit(() => tellShowEnd(deps, row, reason));
  });
}

const ofSession = (session: string, state: VipRow['state']) =>
  and(eq(vipRequests.sessionId, session), eq(vipRequests.state, state));

const stopShow = (tx: Tx, session: string, now: Date): Promise<VipRow[]> =>
  tx
    .update(vipRequests)
    .set({ state: 'stopped', endedAt: now })
    .where(ofSession(session, 'accepted'))
    .returning();

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
