import { and, eq, isNotNull, lte } from 'drizzle-orm';
import { VIP_RETURN_SECONDS } from '#contract/chat/minutes.ts';
import type { EndReason } from '#contract/chat/session.ts';
import { eqFixed } from '#server/db/fixed.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { leaveRest } from '../minutes/run-minute.ts';
import { termsOf } from '../minutes/settle-minute.ts';
import type { ChatSession } from '../session/chat-auth.ts';
import { announceVip, tellShowEnd } from './announce-vip.ts';
import { leaveVipStatus } from './leave-vip-status.ts';
import { ownShow } from './reads.ts';
import { type VipRow, vipRequests } from './tables.ts';

/** Ends that the member may not have intended. For a closed page, only `isPageGone` tells. */
const unwanted: ReadonlySet<EndReason> = new Set(['ping-auth-expired', 'failed', 'duplicate_session']);

/** `isPageGone`: the page was closed or reloaded. */
export const keepsShow = (reason: EndReason, isPageGone: boolean): boolean =>
  unwanted.has(reason) || (reason === 'left' && isPageGone);

/** Keeps the show for its member for VIP_RETURN_SECONDS. */
export const keepShow = (tx: Tx, sessionId: string, now: Date): Promise<VipRow[]> =>
  tx
    .update(vipRequests)
    .set({ awayUntil: new Date(now.getTime() + VIP_RETURN_SECONDS * 1000) })
    .where(and(eq(vipRequests.sessionId, sessionId), eqFixed(vipRequests.state, 'accepted')))
    .returning();

/** Moves the show to this chat session of its member; `from` is the previous one. Null if the show has ended. */
export async function takeUpShow(
  tx: Tx,
  { id, performerId, memberId }: Pick<ChatSession, 'id' | 'performerId' | 'memberId'>,
): Promise<{ show: VipRow; from: string } | null> {
  const show = await ownShow(tx, performerId, memberId);
  if (!show) return null;
  const [row] = await tx
    .update(vipRequests)
    .set({ sessionId: id, awayUntil: null })
    .where(and(eq(vipRequests.id, show.id), eqFixed(vipRequests.state, 'accepted')))
    .returning();
  return row ? { show: row, from: show.sessionId } : null;
}

/** Ends a show whose member is away, on behalf of the performer; the rest of the minute is given back at once. */
export function endAwayShow(deps: Deps, performerId: number): Promise<boolean> {
  return endAway(deps, { performerId }, 'vip-stopped');
}

/** The same for a member who was kicked or blocked. */
export function endAwayShowOf(
  deps: Deps,
  member: Pick<VipRow, 'performerId' | 'memberId'>,
): Promise<boolean> {
  return endAway(deps, member, 'kicked');
}

/** Ends shows whose member has not come back in time. */
export async function endLapsedShows(deps: Deps): Promise<void> {
  const lapsed = await deps.db
    .select({ performerId: vipRequests.performerId })
    .from(vipRequests)
    .where(and(eqFixed(vipRequests.state, 'accepted'), lte(vipRequests.awayUntil, deps.now())));
  for (const { performerId } of lapsed) await endAway(deps, { performerId }, 'lapsed');
}

/** With `memberId`, only if the show belongs to that member. */
async function endAway(
  deps: Deps,
  { performerId, memberId }: { performerId: number; memberId?: number },
  why: 'vip-stopped' | 'kicked' | 'lapsed',
): Promise<boolean> {
  const terms = termsOf(deps);
  const { now } = terms;
  const { awayUntil, state } = vipRequests;
  return deps.db.transaction(async (tx) => {
    const [row] = await tx
      .update(vipRequests)
      .set({ state: 'stopped', endedAt: now, awayUntil: null })
      .where(
        and(
          eq(vipRequests.performerId, performerId),
          ...(memberId === undefined ? [] : [eq(vipRequests.memberId, memberId)]),
          eq(state, 'accepted'),
          why === 'lapsed' ? lte(awayUntil, now) : isNotNull(awayUntil),
        ),
      )
      .returning();
    if (!row) return false;
    await leaveVipStatus(deps, tx, performerId);
    const owner = { memberId: row.memberId, performerId, mode: 'vip' } as const;
    if (why !== 'lapsed') await leaveRest(tx, owner, why, terms);
    tx.afterCommit(() => announceVip(deps, [row]));
    if (why === 'lapsed') tx.afterCommit(() => tellShowEnd(deps, row, 'ping-auth-expired'));
    return true;
  });
}
