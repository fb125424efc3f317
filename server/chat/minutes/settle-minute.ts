import { and, count, eq, gt, gte, inArray, lte } from 'drizzle-orm';
import { creditsForRest, KEPT_MINUTES, LOST_LINES_A_DAY, restAfter } from '#contract/chat/minutes.ts';
import { type EndReason, endReasonSchema, endReasons } from '#contract/chat/session.ts';
import { eqFixed } from '#server/db/fixed.ts';
import { transfer } from '#server/ledger/transfer.ts';
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
  now: Date;
}

export const termsOf = ({ now, config }: Pick<Deps, 'now' | 'config'>): Terms => ({
  now: now(),
  minuteMs: config.chatMinuteSeconds * 1000,
});

/** What happens to the rest of a running minute when its session ends (rule 5). Null when nothing is given back. */
export async function leaveMinute(
  tx: Tx,
  minute: ChatMinute,
  reason: EndReason,
  terms: Terms,
): Promise<Returned | null> {
  if (restAfter[reason] === 'returned')
    return settle(tx, minute, { reason, credits: worthOf(minute, terms), now: terms.now });
  const keptUntil = new Date(terms.now.getTime() + KEPT_MINUTES * terms.minuteMs);
  await tx.update(chatMinutes).set({ state: 'away', reason, keptUntil }).where(eq(chatMinutes.id, minute.id));
  return null;
}

/** Settles expired rests. Call every few seconds. */
export async function settleRests(deps: Deps): Promise<void> {
  const terms = termsOf(deps);
  const due = await deps.db
    .select({ id: chatMinutes.id })
    .from(chatMinutes)
    .where(and(eqFixed(chatMinutes.state, 'away'), lte(chatMinutes.keptUntil, terms.now)));
  for (const { id } of due) {
    const returned = await deps.db.transaction(async (tx) => {
      const [minute] = await tx.select().from(chatMinutes).where(eq(chatMinutes.id, id)).for('update');
      // Continued or settled since the query.
      if (minute?.state !== 'away' || (minute.keptUntil ?? terms.now) > terms.now) return null;
      return settleRest(tx, minute, terms);
    });
    if (returned) announceReturn(deps, returned);
  }
}

/** Settles an expired rest according to how the member left it. */
export async function settleRest(tx: Tx, minute: ChatMinute, terms: Terms): Promise<Returned | null> {
  const reason = endReasonSchema.safeParse(minute.reason).data ?? 'default';
  const isReturned =
    restAfter[reason] !== 'kept' && (await linesLostToday(tx, minute.memberId, terms.now)) < LOST_LINES_A_DAY;
  return settle(tx, minute, { reason, credits: isReturned ? worthOf(minute, terms) : 0, now: terms.now });
}

/** Credits for what is left of a minute. */
const worthOf = ({ price, deliveredMs }: ChatMinute, { minuteMs }: Terms): number =>
  creditsForRest(price, deliveredMs, minuteMs);

const lostLines = endReasons.filter((reason) => restAfter[reason] === 'returned-later');

/** Rests given back to this member since midnight (UTC) because a connection was lost. */
async function linesLostToday(tx: Tx, memberId: number, now: Date): Promise<number> {
  const midnight = new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`);
  const [row] = await tx
    .select({ lost: count() })
    .from(chatMinutes)
    .where(
      and(
        eq(chatMinutes.memberId, memberId),
        eqFixed(chatMinutes.state, 'settled'),
        gt(chatMinutes.returned, 0),
        gte(chatMinutes.settledAt, midnight),
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

async function settle(tx: Tx, minute: ChatMinute, settlement: Settlement): Promise<Returned | null> {
  const { reason, credits, now } = settlement;
  const moved = credits > 0 ? await giveBack(tx, minute, settlement) : null;
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
  { id, memberId, performerId, sessionId }: ChatMinute,
  { credits, reason, now }: Settlement,
) =>
  transfer(tx, {
    key: `minute-return:${id}`,
    kind: 'minute-return',
    from: { kind: 'performer', owner: performerId },
    to: { kind: 'member', owner: memberId },
    amount: credits,
    reference: `session:${sessionId}:${reason}`,
    at: now,
  });

/** Call after the commit. */
export function announceReturn(deps: Deps, { memberId, sessionId, credits, balance }: Returned): void {
  deps.push.toMember(memberId, 'updated-credits', { credits: balance });
  deps.events.record('chat.minute-returned', { session: sessionId, credits });
}
