import { and, count, eq, gt, gte, inArray, lte } from 'drizzle-orm';
import { type EndReason, endReasonSchema, endReasons } from '#contract/chat/session.ts';
import { creditsForRest, KEPT_MINUTES, LOST_LINES_A_DAY, restAfter } from '#contract/chat/units.ts';
import { dayOf, startOfDay } from '#contract/day.ts';
import { ifCovered, transfer } from '#server/ledger/transfer.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type ChatUnit, chatUnits } from './tables.ts';
import { keepRest, settleUnit } from './transitions.ts';

export interface Terms extends Pick<Deps, 'events' | 'push'> {
  /** Length of a minute in ms; that of a unit is in its row. */
  minuteMs: number;
  freeCreditsEarn: boolean;
  now: Date;
}

export const termsOf = ({
  now,
  config,
  events,
  push,
}: Pick<Deps, 'now' | 'config' | 'events' | 'push'>): Terms => ({
  now: now(),
  minuteMs: config.chatMinuteSeconds * 1000,
  freeCreditsEarn: config.freeCreditsEarn,
  events,
  push,
});

/**
 * Settles the rest of a running unit when its session ends (rule 5). Returns the credits given back now: zero if
 * the rest is kept, or given back later by `settleRests`.
 */
export async function leaveUnit(tx: Tx, unit: ChatUnit, reason: EndReason, terms: Terms): Promise<number> {
  const { now, minuteMs } = terms;
  if (restAfter[reason] !== 'returned')
    return keep(tx, unit, { reason, keptUntil: new Date(now.getTime() + KEPT_MINUTES * minuteMs), terms });
  const settled = await settle(tx, unit, { reason, credits: worthOf(unit), terms });
  return settled === 'uncovered' ? keep(tx, unit, { reason, keptUntil: now, terms }) : settled;
}

async function keep(
  tx: Tx,
  unit: ChatUnit,
  { terms, ...kept }: { reason: EndReason; keptUntil: Date; terms: Terms },
): Promise<0> {
  await keepRest(terms, tx, unit, kept);
  return 0;
}

/** Settles expired rests; one that the performer's balance does not cover waits until it does. Call every few seconds. */
export async function settleRests(deps: Deps): Promise<void> {
  const terms = termsOf(deps);
  const due = await deps.db
    .select({ id: chatUnits.id })
    .from(chatUnits)
    .where(and(eq(chatUnits.state, 'away'), lte(chatUnits.keptUntil, terms.now)));
  for (const { id } of due)
    await deps.db.transaction(async (tx) => {
      const [unit] = await tx.select().from(chatUnits).where(eq(chatUnits.id, id)).for('update');
      // Unless it was continued or settled since the query.
      if (unit?.state === 'away' && (unit.keptUntil ?? terms.now) <= terms.now)
        await settleRest(tx, unit, terms);
    });
}

/** Settles an expired rest according to how the member left it. */
export async function settleRest(tx: Tx, unit: ChatUnit, terms: Terms): Promise<Settled> {
  const reason = endReasonSchema.safeParse(unit.reason).data ?? 'default';
  const isReturned =
    restAfter[reason] === 'returned' ||
    (restAfter[reason] === 'returned-later' &&
      (await linesLostToday(tx, unit.memberId, terms.now)) < LOST_LINES_A_DAY);
  return settle(tx, unit, { reason, credits: isReturned ? worthOf(unit) : 0, terms });
}

/** Credits for what is left of a unit. */
const worthOf = ({ price, unitMs, deliveredMs }: ChatUnit): number =>
  creditsForRest(price, deliveredMs, unitMs);

const lostLines = endReasons.filter((reason) => restAfter[reason] === 'returned-later');

/** Rests given back to this member since midnight because a connection was lost. */
async function linesLostToday(tx: Tx, memberId: number, now: Date): Promise<number> {
  const [row] = await tx
    .select({ lost: count() })
    .from(chatUnits)
    .where(
      and(
        eq(chatUnits.memberId, memberId),
        eq(chatUnits.state, 'settled'),
        gt(chatUnits.returned, 0),
        gte(chatUnits.settledAt, startOfDay(dayOf(now))),
        inArray(chatUnits.reason, lostLines),
      ),
    );
  return row?.lost ?? 0;
}

interface Settlement {
  reason: EndReason;
  credits: number;
  terms: Terms;
}

/** Credits given back; `uncovered` when the performer's balance is too low, and nothing was written. */
type Settled = number | 'uncovered';

async function settle(tx: Tx, unit: ChatUnit, settlement: Settlement): Promise<Settled> {
  const { reason, credits, terms } = settlement;
  const moved = credits > 0 ? await ifCovered(giveBack(tx, unit, settlement)) : null;
  if (credits > 0 && !moved) return 'uncovered';
  await settleUnit(terms, tx, unit, {
    reason,
    settledAt: terms.now,
    returned: credits,
    back: moved,
  });
  return credits;
}

const giveBack = (
  tx: Tx,
  { id, memberId, performerId, sessionId, transferId }: ChatUnit,
  { credits, reason, terms }: Settlement,
) =>
  transfer(tx, {
    key: `minute-return:${id}`,
    kind: 'minute-return',
    from: { kind: 'performer', owner: performerId },
    to: { kind: 'member', owner: memberId },
    amount: credits,
    reference: `session:${sessionId}:${reason}`,
    returns: transferId,
    at: terms.now,
  });
