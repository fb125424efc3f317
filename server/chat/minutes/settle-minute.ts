import { and, count, eq, gt, gte, inArray, lte } from 'drizzle-orm';
import { creditsForRest, KEPT_MINUTES, LOST_LINES_A_DAY, restAfter } from '#contract/chat/minutes.ts';
import { type EndReason, endReasonSchema, endReasons } from '#contract/chat/session.ts';
import { dayOf, startOfDay } from '#contract/day.ts';
import { eqFixed } from '#server/db/fixed.ts';
import { ifCovered, transfer } from '#server/ledger/transfer.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type ChatMinute, chatMinutes } from './tables.ts';

export interface Returned {
  memberId: number;
  sessionId: string;
  credits: number;
  /** The member's balance afterwards. */
  balance: number;
}

export interface Terms {
  /** Length of a minute in ms. */
  minuteMs: number;
  freeCreditsEarn: boolean;
  now: Date;
}

export const termsOf = ({ now, config }: Pick<Deps, 'now' | 'config'>): Terms => ({
  now: now(),
  minuteMs: config.chatMinuteSeconds * 1000,
  freeCreditsEarn: config.freeCreditsEarn,
});

/**
 * What happens to the rest of a running minute when its session ends (rule 5). Returns null if nothing is given back now:
 * the rest is kept, or `settleRests` gives it back once the performer's balance covers it.
 */
export async function leaveMinute(
  tx: Tx,
  minute: ChatMinute,
  reason: EndReason,
  terms: Terms,
): Promise<Returned | null> {
  const { now, minuteMs } = terms;
  if (restAfter[reason] !== 'returned')
    return keep(tx, minute, { reason, keptUntil: new Date(now.getTime() + KEPT_MINUTES * minuteMs) });
  const settled = await settle(tx, minute, { reason, credits: worthOf(minute, terms), now });
  return settled === 'uncovered' ? keep(tx, minute, { reason, keptUntil: now }) : settled;
}

async function keep(
  tx: Tx,
  { id }: ChatMinute,
  changes: { reason: EndReason; keptUntil: Date },
): Promise<null> {
  await tx
    .update(chatMinutes)
    .set({ state: 'away', ...changes })
    .where(eq(chatMinutes.id, id));
  return null;
}

/** Settles expired rests; one that the performer's balance does not cover waits until it does. Call every few seconds. */
export async function settleRests(deps: Deps): Promise<void> {
  const terms = termsOf(deps);
  const due = await deps.db
    .select({ id: chatMinutes.id })
    .from(chatMinutes)
    .where(and(eqFixed(chatMinutes.state, 'away'), lte(chatMinutes.keptUntil, terms.now)));
  for (const { id } of due) {
    const settled = await deps.db.transaction(async (tx) => {
      const [minute] = await tx.select().from(chatMinutes).where(eq(chatMinutes.id, id)).for('update');
      // Continued or settled since the query.
      if (minute?.state !== 'away' || (minute.keptUntil ?? terms.now) > terms.now) return null;
      return settleRest(tx, minute, terms);
    });
    if (settled && settled !== 'uncovered') announceReturn(deps, settled);
  }
}

/** Settles an expired rest according to how the member left it. */
export async function settleRest(tx: Tx, minute: ChatMinute, terms: Terms): Promise<Settled> {
  const reason = endReasonSchema.safeParse(minute.reason).data ?? 'default';
  const isReturned =
    restAfter[reason] === 'returned' ||
    (restAfter[reason] === 'returned-later' &&
      (await linesLostToday(tx, minute.memberId, terms.now)) < LOST_LINES_A_DAY);
  return settle(tx, minute, { reason, credits: isReturned ? worthOf(minute, terms) : 0, now: terms.now });
}

/** Credits for what is left of a minute. */
const worthOf = ({ price, deliveredMs }: ChatMinute, { minuteMs }: Terms): number =>
  creditsForRest(price, deliveredMs, minuteMs);

const lostLines = endReasons.filter((reason) => restAfter[reason] === 'returned-later');

/** Rests given back to this member since midnight because a connection was lost. */
async function linesLostToday(tx: Tx, memberId: number, now: Date): Promise<number> {
  const [row] = await tx
    .select({ lost: count() })
    .from(chatMinutes)
    .where(
      and(
        eq(chatMinutes.memberId, memberId),
        eqFixed(chatMinutes.state, 'settled'),
        gt(chatMinutes.returned, 0),
        gte(chatMinutes.settledAt, startOfDay(dayOf(now))),
        inArray(chatMinutes.reason, lostLines),
      ),
    );
  return row?.lost ?? 0;
}

interface Settlement {
  reason: EndReason;
  credits: number;
  now: Date;
}

/** Null when nothing was given back; `uncovered` when the performer's balance is too low, and nothing was written. */
type Settled = Returned | null | 'uncovered';

async function settle(tx: Tx, minute: ChatMinute, settlement: Settlement): Promise<Settled> {
  const { reason, credits, now } = settlement;
  const moved = credits > 0 ? await ifCovered(giveBack(tx, minute, settlement)) : null;
  if (credits > 0 && !moved) return 'uncovered';
  await tx
    .update(chatMinutes)
    .set({
      state: 'settled',
      reason,
      keptUntil: null,
      settledAt: now,
      returned: credits,
      returnTransferId: moved?.transferId ?? null,
    })
    .where(eq(chatMinutes.id, minute.id));
  if (!moved) return null;
  const { memberId, sessionId } = minute;
  return { memberId, sessionId, credits, balance: moved.balance };
}

const giveBack = (
  tx: Tx,
  { id, memberId, performerId, sessionId, transferId }: ChatMinute,
  { credits, reason, now }: Settlement,
) =>
  transfer(tx, {
    key: `minute-return:${id}`,
    kind: 'minute-return',
    from: { kind: 'performer', owner: performerId },
    to: { kind: 'member', owner: memberId },
    amount: credits,
    reference: `session:${sessionId}:${reason}`,
    returns: transferId,
    at: now,
  });

/** Call after the commit. */
export function announceReturn(deps: Deps, { memberId, sessionId, credits, balance }: Returned): void {
  deps.push.toMember(memberId, 'updated-credits', { credits: balance });
  deps.events.record('chat.minute-returned', { session: sessionId, credits });
}
