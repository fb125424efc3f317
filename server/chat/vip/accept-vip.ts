import { and, eq } from 'drizzle-orm';
import { unitCredits } from '#contract/chat/prices.ts';
import type { VipRefusal } from '#contract/chat/vip-calls.ts';
import { AppError, type ErrorLabel } from '#contract/errors.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { balanceOf } from '#server/ledger/transfer.ts';
import { moveStatus } from '#server/performers/profile/store-status.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { refuseSpend } from '#server/wallet/spending/spend.ts';
import type { ChatSession } from '../session/chat-auth.ts';
import { mediaMsAfter } from '../session/delivery.ts';
import { settleRunning } from '../session/end-chat-session.ts';
import { agreedPrices, lockSession } from '../session/reads.ts';
import { chatSessions } from '../session/tables.ts';
import { findRest } from '../units/run-unit.ts';
import { reconcileRoom } from './reconcile-room.ts';
import { type VipRow, vipRequests } from './tables.ts';
import { acceptPending, declineRequest } from './transitions.ts';

export interface VipAnswer {
  performerId: number;
  request: string;
}

/**
 * Begins the show: the session becomes VIP and all others of the room end. Idempotent. Throws `badRequest.notFound`,
 * `.vip.closed`, `.deduct.credits.amount` and `.performer.offline`.
 */
export async function acceptRequest(deps: Deps, answer: VipAnswer): Promise<VipRow> {
  const result = await deps.db.transaction((tx) => accept(deps, tx, answer));
  if ('refused' in result) throw new AppError(result.refused);
  return result;
}

async function accept(
  deps: Deps,
  tx: Tx,
  { request, performerId }: VipAnswer,
): Promise<VipRow | { refused: ErrorLabel }> {
  const [row] = await tx
    .select()
    .from(vipRequests)
    .where(and(eq(vipRequests.id, request), eq(vipRequests.performerId, performerId)))
    .for('update');
  if (!row) return { refused: 'badRequest.notFound' };
  if (row.state === 'accepted') return row;
  if (row.state !== 'pending') return { refused: 'badRequest.vip.closed' };
  // The request stays declined, so the transaction must not fail.
  const refuse = async (reason: VipRefusal, refused: ErrorLabel) => {
    await declineRequest(deps, tx, { id: row.id, reason });
    return { refused };
  };
  const now = deps.now();
  if (row.expiresAt <= now) return refuse('expired', 'badRequest.vip.closed');
  const session = await lockSession(tx, row.sessionId);
  if (!session || session.state === 'ended') return refuse('withdrawn', 'badRequest.vip.closed');
  const obstacle = await obstacleOf(tx, row, { price: unitCredits(agreedPrices(session), 'vip'), now });
  // Reported as missing credits, because the performer must not learn the member's own limits.
  if (obstacle) return refuse(obstacle, 'badRequest.deduct.credits.amount');
  const { online, free, vip } = onlineStatus;
  if (!(await moveStatus(deps, tx, { performerId, status: vip, from: [online, free], at: now })))
    return refuse('away', 'badRequest.performer.offline');
  // First, so that the other viewers lose their picture before anything is told.
  tx.afterCommit(() => reconcileRoom(deps, performerId, { status: vip }));
  await becomeVip(deps, tx, session);
  const accepted = await acceptPending(deps, tx, row.id);
  if (!accepted) throw new Error(`VIP request ${row.id} was not updated`);
  return accepted;
}

/** Null if the rest of an earlier unit is left, or balance and limits allow one at this price. */
async function obstacleOf(
  tx: Tx,
  { memberId, performerId }: VipRow,
  { price, now }: { price: number; now: Date },
): Promise<'no_credits' | 'limit' | null> {
  if (await findRest(tx, { memberId, performerId, mode: 'vip' }, now)) return null;
  if ((await balanceOf(tx, { kind: 'member', owner: memberId })) < price) return 'no_credits';
  const refusal = await refuseSpend(tx, { memberId, amount: price, at: now });
  if (refusal === 'badRequest.debt.open') return 'no_credits';
  return refusal && 'limit';
}

/** Turns the session into VIP: the rest of its running unit is given back, and the next report buys a VIP unit. */
async function becomeVip(deps: Deps, tx: Tx, session: ChatSession): Promise<void> {
  const viewer = deps.media.viewer(session.id);
  const changes = await settleRunning(deps, tx, session, { reason: 'vip-started', viewer });
  await tx
    .update(chatSessions)
    .set({
      ...changes,
      type: 'vip',
      mediaMs: mediaMsAfter(session, viewer, deps.now()),
      showFromMs: changes.paidMs + session.carriedMs,
    })
    .where(eq(chatSessions.id, session.id));
}
