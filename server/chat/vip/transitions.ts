import { and, eq, ne, type SQL } from 'drizzle-orm';
import type { EndReason } from '#contract/chat/session.ts';
import type { VipRefusal } from '#contract/chat/vip-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { type Moved, stateMachine } from '#server/db/state-machine.ts';
import { moveStatus } from '#server/performers/profile/store-status.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { leaveRest } from '../units/run-unit.ts';
import { termsOf } from '../units/settle-unit.ts';
import { announceVip, tellShowEnd } from './announce-vip.ts';
import { type VipRow, vipRequests } from './tables.ts';

/** Does nothing in any other status: a performer who is offline or paused stays so. */
export const leaveVipStatus = (deps: Deps, tx: Tx, performerId: number) =>
  moveStatus(deps, tx, {
    performerId,
    status: onlineStatus[deps.config.afterVip],
    from: [onlineStatus.vip],
    at: deps.now(),
  });

interface ShowEnd {
  reason: EndReason;
  /** The rest of an absent member's unit is given back at once. */
  isRestOver: boolean;
}

type MovedVip = Moved<typeof vipRequests, ShowEnd | undefined>;

/** A request for a show, and the show that it becomes. */
export const vipMachine = stateMachine<typeof vipRequests, ShowEnd | undefined>({
  table: vipRequests,
  first: 'pending',
  transitions: {
    pending: ['accepted', 'declined'],
    accepted: ['stopped'],
    declined: [],
    stopped: [],
  },
  follows: {
    accepted: [announce, declineOthers],
    declined: [announce],
    stopped: [leaveStatus, returnRests, announce, tellEnd],
  },
});

/** Null if the request is not pending. */
export const acceptPending = (deps: Deps, tx: Tx, id: string): Promise<VipRow | null> =>
  vipMachine.move(deps, tx, {
    where: eq(vipRequests.id, id),
    to: 'accepted',
    set: { answeredAt: deps.now() },
  });

/** Null if the request is not pending. */
export const declineRequest = (
  deps: Deps,
  tx: Tx,
  { id, reason }: { id: string; reason: VipRefusal },
): Promise<VipRow | null> =>
  vipMachine.move(deps, tx, {
    where: eq(vipRequests.id, id),
    to: 'declined',
    set: { reason, answeredAt: deps.now() },
  });

/** Declines the pending requests among these. */
export const declinePending = (
  deps: Deps,
  tx: Tx,
  where: SQL | undefined,
  reason: VipRefusal,
): Promise<VipRow[]> =>
  vipMachine.moveAll(deps, tx, { where, to: 'declined', set: { reason, answeredAt: deps.now() } });

/** Ends the running show among these; null without one. */
export const stopShow = (deps: Deps, tx: Tx, where: SQL | undefined, why: ShowEnd): Promise<VipRow | null> =>
  vipMachine.move(deps, tx, { where, to: 'stopped', set: { endedAt: deps.now(), awayUntil: null }, why });

function announce(deps: Deps, tx: Tx, { rows }: MovedVip): void {
  tx.afterCommit(() => announceVip(deps, rows));
}

/** A performer has one show at a time. */
async function declineOthers(deps: Deps, tx: Tx, { rows }: MovedVip): Promise<void> {
  for (const { id, performerId } of rows)
    await declinePending(
      deps,
      tx,
      and(eq(vipRequests.performerId, performerId), ne(vipRequests.id, id)),
      'taken',
    );
}

async function leaveStatus(deps: Deps, tx: Tx, { rows }: MovedVip): Promise<void> {
  for (const { performerId } of rows) await leaveVipStatus(deps, tx, performerId);
}

async function returnRests(deps: Deps, tx: Tx, { rows, why }: MovedVip): Promise<void> {
  if (!why?.isRestOver) return;
  for (const { memberId, performerId } of rows)
    await leaveRest(tx, { memberId, performerId, mode: 'vip' }, why.reason, termsOf(deps));
}

function tellEnd(deps: Deps, tx: Tx, { rows, why }: MovedVip): void {
  if (why) for (const row of rows) tx.afterCommit(() => tellShowEnd(deps, row, why.reason));
}
