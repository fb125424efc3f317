import type { ParsedAction } from '#contract/chat/action-calls.ts';
import { type ChatPrices, unitCredits, vipMinimum } from '#contract/chat/prices.ts';
import { chatTypeFor } from '#contract/chat/session.ts';
import {
  type readOwnShow as readOwnShowCall,
  type readVip as readVipCall,
  VIP_ANSWER_SECONDS,
  type VipRequest,
} from '#contract/chat/vip-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { balanceOf } from '#server/ledger/transfer.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { readStatus } from '#server/performers/reads.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitorOf } from '#server/ports/performer-viewer.ts';
import { refuseSpend } from '#server/wallet/spending/spend.ts';
import { type ChatSession, readOwnSession } from '../session/chat-auth.ts';
import { absence, agreedPrices, lockSession } from '../session/reads.ts';
import { findRest } from '../units/run-unit.ts';
import { announceVip } from './announce-vip.ts';
import { awayOf, newestRequest, ownShow, toRequest } from './reads.ts';
import { type VipRow, vipRequests } from './tables.ts';
import { vipMachine } from './transitions.ts';

/**
 * Asks the performer for a show; returns a pending or running one. A kept unit of an earlier show replaces the
 * minimum. Throws `badRequest.deduct.credits.amount` below it, and as `refuseSpend` does.
 */
export async function requestVip(
  deps: Deps,
  caller: Caller,
  input: ParsedAction<'requestVip'>,
): Promise<{ vip: VipRequest }> {
  requireFeature(deps, 'vip');
  const { member, session } = await readOwnSession(deps, caller, input.auth);
  await deps.limits.take('vip-request', String(member.memberId));
  const row = await deps.db.transaction((tx) => ask(deps, tx, session));
  return { vip: toRequest(row, deps.now()) };
}

/** Locks the session's row, so that it cannot end and no second request can be made meanwhile. */
async function ask(deps: Deps, tx: Tx, { id }: ChatSession): Promise<VipRow> {
  const session = await lockSession(tx, id);
  if (!session || session.state === 'ended') throw new AppError('badRequest.session.ended');
  const { performerId, memberId, sender, type } = session;
  const earlier = await newestRequest(tx, id);
  if (earlier?.state === 'pending' || earlier?.state === 'accepted') return earlier;
  const status = await readStatus({ db: tx }, performerId);
  if (chatTypeFor(status) === null) throw new AppError(absence(status));
  if (memberId === null || type === 'vip') throw new AppError('badRequest.invalid.auth');
  const now = deps.now();
  if (!(await findRest(tx, { memberId, performerId, mode: 'vip' }, now)))
    await requireMinimum(tx, { memberId, prices: agreedPrices(session), at: now });
  const [row] = await tx
    .insert(vipRequests)
    .values({
      id: deps.newId(),
      performerId,
      memberId,
      beganIn: id,
      sessionId: id,
      sender,
      cameFrom: type,
      state: vipMachine.first,
      requestedAt: now,
      expiresAt: new Date(now.getTime() + VIP_ANSWER_SECONDS * 1000),
    })
    .returning();
  if (!row) throw new Error(`VIP request of session ${id} was not inserted`);
  tx.afterCommit(() => announceVip(deps, [row]));
  return row;
}

async function requireMinimum(
  tx: Tx,
  { memberId, prices, at }: { memberId: number; prices: ChatPrices; at: Date },
): Promise<void> {
  const refusal = await refuseSpend(tx, { memberId, amount: unitCredits(prices, 'vip'), at });
  if (refusal) throw new AppError(refusal);
  const credits = await balanceOf(tx, { kind: 'member', owner: memberId });
  if (credits < vipMinimum(prices)) throw new AppError('badRequest.deduct.credits.amount');
}

export async function readVip(
  deps: Deps,
  caller: Caller,
  { auth }: ParsedInput<typeof readVipCall>,
): Promise<OutputOf<typeof readVipCall>> {
  requireFeature(deps, 'vip');
  const { session } = await readOwnSession(deps, caller, auth);
  const row = await newestRequest(deps.db, session.id);
  return { vip: row ? toRequest(row, deps.now()) : null };
}

export async function readOwnShow(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof readOwnShowCall>,
): Promise<OutputOf<typeof readOwnShowCall>> {
  requireFeature(deps, 'vip');
  const { memberId } = requireMember(caller);
  const performer = await performersFor(deps, visitorOf(caller)).byName(input.performer);
  if (!performer) throw new AppError('badRequest.performer.notExists');
  const show = await ownShow(deps.db, performer.id, memberId);
  return { show: show ? { awayMs: awayOf(show, deps.now()) } : null };
}
