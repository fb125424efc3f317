import { and, eq, isNotNull, lte } from 'drizzle-orm';
import type { EndReason } from '#contract/chat/session.ts';
import { VIP_RETURN_SECONDS } from '#contract/chat/units.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { ChatSession } from '../session/chat-auth.ts';
import { clockOf } from '../session/reads.ts';
import { chatSessions } from '../session/tables.ts';
import { announceVip } from './announce-vip.ts';
import { ownShow } from './reads.ts';
import { type VipRow, vipRequests } from './tables.ts';
import { stopShow } from './transitions.ts';

/** Ends that the member may not have intended. For a closed page, only `isPageGone` tells. */
const unwanted: ReadonlySet<EndReason> = new Set(['ping-auth-expired', 'failed', 'duplicate_session']);

/** `isPageGone`: the page was closed or reloaded. */
export const keepsShow = (reason: EndReason, isPageGone: boolean): boolean =>
  unwanted.has(reason) || (reason === 'left' && isPageGone);

/** Keeps the show for its member for VIP_RETURN_SECONDS. */
export async function keepShow(deps: Deps, tx: Tx, sessionId: string): Promise<void> {
  const rows = await tx
    .update(vipRequests)
    .set({ awayUntil: new Date(deps.now().getTime() + VIP_RETURN_SECONDS * 1000) })
    .where(and(eq(vipRequests.sessionId, sessionId), eq(vipRequests.state, 'accepted')))
    .returning();
  tx.afterCommit(() => announceVip(deps, rows));
}

/**
 * Moves the show to this new chat session of its member, with its clock; `from` is the previous one. Null if the show has
 * ended.
 */
export async function takeUpShow(
  tx: Tx,
  { id, performerId, memberId }: Pick<ChatSession, 'id' | 'performerId' | 'memberId'>,
): Promise<{ show: VipRow; from: string; showFromMs: number } | null> {
  const show = await ownShow(tx, performerId, memberId);
  if (!show) return null;
  const [row] = await tx
    .update(vipRequests)
    .set({ sessionId: id, awayUntil: null })
    .where(and(eq(vipRequests.id, show.id), eq(vipRequests.state, 'accepted')))
    .returning();
  if (!row) return null;
  const [before] = await tx.select().from(chatSessions).where(eq(chatSessions.id, show.sessionId));
  const showFromMs = before ? -clockOf(before) : 0;
  await tx.update(chatSessions).set({ showFromMs }).where(eq(chatSessions.id, id));
  return { show: row, from: show.sessionId, showFromMs };
}

/** Ends a show whose member is away, on behalf of the performer; the rest of the unit is given back at once. */
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

/** Ends a show whose member has not come back in time. */
export function endLapsedShow(deps: Deps, performerId: number): Promise<boolean> {
  return endAway(deps, { performerId }, 'lapsed');
}

/** With `memberId`, only if the show belongs to that member. */
async function endAway(
  deps: Deps,
  { performerId, memberId }: { performerId: number; memberId?: number },
  why: 'vip-stopped' | 'kicked' | 'lapsed',
): Promise<boolean> {
  const { awayUntil } = vipRequests;
  const isLapsed = why === 'lapsed';
  const where = and(
    eq(vipRequests.performerId, performerId),
    memberId === undefined ? undefined : eq(vipRequests.memberId, memberId),
    isLapsed ? lte(awayUntil, deps.now()) : isNotNull(awayUntil),
  );
  const reason = isLapsed ? 'ping-auth-expired' : why;
  const show = await deps.db.transaction((tx) =>
    stopShow(deps, tx, where, { reason, isRestOver: !isLapsed }),
  );
  return show !== null;
}
