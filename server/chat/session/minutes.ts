import { and, eq } from 'drizzle-orm';
import {
  countedStall,
  MINUTE_MS,
  minutePrice,
  STALL_TOLERANCE_MS,
  stallCredit,
} from '#contract/chat/session.ts';
import { AppError } from '#contract/errors.ts';
import { transfer } from '#server/ledger/transfer.ts';
import type { Tx } from '#server/ports/database.ts';
import type { ChatSession } from './chat-auth.ts';
import { chatMinutes, chatSessions } from './tables.ts';

/** A session as its owner's wallet sees it after a booking. */
export interface Booked {
  session: ChatSession;
  /** The member's balance after the last booking; null when nothing was booked. */
  balance: number | null;
  /** Credits given back for what the minute before did not deliver. */
  credited: number;
}

const nothing = (session: ChatSession): Booked => ({ session, balance: null, credited: 0 });

/** The session's row, locked until the transaction ends: two nodes never charge the same minute. */
export async function lockSession(tx: Tx, id: string): Promise<ChatSession | undefined> {
  const [session] = await tx.select().from(chatSessions).where(eq(chatSessions.id, id)).for('update');
  return session;
}

export interface MinuteTerms {
  now: Date;
  onlineStatus: number;
}

/** Whether a session has a minute to pay now: it is watched by a member and not free, and what was paid has passed. */
export function isDue(session: ChatSession, now: Date): boolean {
  if (session.state !== 'watching' || session.memberId === null || session.type === 'free') return false;
  if (session.paidUntil === null || session.paidUntil <= now) return true;
  return isBeyond(session.paidUntil, now);
}

/** More than a minute is never paid in advance: the clock was set back. */
const isBeyond = (paidUntil: Date, now: Date): boolean => paidUntil.getTime() - now.getTime() > MINUTE_MS;

/**
 * Charges the next minute in advance, after settling the one before. Does nothing where watching is free, not
 * yet begun, or paid for longer than `now`. Throws `badRequest.invalid.payment` when the balance is too low.
 */
export async function chargeMinute(
  tx: Tx,
  session: ChatSession,
  { now, onlineStatus }: MinuteTerms,
): Promise<Booked> {
  const price = minutePrice(session.type, onlineStatus);
  if (session.memberId === null || price === 0 || !isDue(session, now)) return nothing(session);
  if (session.paidUntil !== null && isBeyond(session.paidUntil, now)) return followClock(tx, session, now);
  const settled = await settleMinute(tx, session, now);
  const number = session.minutes + 1;
  const moved = await transfer(tx, {
    key: `minute:${session.id}:${number}`,
    kind: 'minute',
    from: { kind: 'member', owner: session.memberId },
    to: { kind: 'performer', owner: session.performerId },
    amount: price,
    reference: `session:${session.id}`,
    at: now,
  });
  const startedAt = minuteStart(session, now);
  await tx.insert(chatMinutes).values({
    sessionId: session.id,
    number,
    price,
    startedAt,
    stalledMsBefore: session.stalledMs,
    silentMsBefore: session.silentMs,
    transferId: moved.transferId,
  });
  const changes = {
    minutes: number,
    spent: settled.session.spent + price,
    paidUntil: new Date(startedAt.getTime() + MINUTE_MS),
  };
  await tx.update(chatSessions).set(changes).where(eq(chatSessions.id, session.id));
  return { session: { ...session, ...changes }, balance: moved.fromBalance, credited: settled.credited };
}

/** The running minute begins anew, unpaid: the viewer is not charged for a clock that was wrong. */
async function followClock(tx: Tx, session: ChatSession, now: Date): Promise<Booked> {
  const paidUntil = new Date(now.getTime() + MINUTE_MS);
  await tx.update(chatSessions).set({ paidUntil }).where(eq(chatSessions.id, session.id));
  return nothing({ ...session, paidUntil });
}

/** A minute follows the one before without a gap, unless the clock or the process was away for longer. */
function minuteStart(session: ChatSession, now: Date): Date {
  const before = session.paidUntil;
  const isLate = before !== null && now.getTime() - before.getTime() > STALL_TOLERANCE_MS;
  return before === null || isLate ? now : before;
}

/** Gives back what the running minute did not deliver (media design: money follows media); once per minute. */
export async function settleMinute(tx: Tx, session: ChatSession, now: Date): Promise<Booked> {
  const isThis = and(eq(chatMinutes.sessionId, session.id), eq(chatMinutes.number, session.minutes));
  const [minute] = await tx.select().from(chatMinutes).where(isThis);
  if (!minute || minute.settled || session.memberId === null) return nothing(session);
  const stalled = countedStall({
    claimed: session.stalledMs - minute.stalledMsBefore,
    seen: session.silentMs - minute.silentMsBefore,
  });
  const lived = Math.max(0, now.getTime() - minute.startedAt.getTime());
  const credit = stallCredit(minute.price, Math.min(stalled, lived));
  await tx.update(chatMinutes).set({ settled: true, credited: credit }).where(isThis);
  if (credit === 0) return nothing(session);
  const moved = await transfer(tx, {
    key: `stall:${session.id}:${session.minutes}`,
    kind: 'stall-credit',
    from: { kind: 'performer', owner: session.performerId },
    to: { kind: 'member', owner: session.memberId },
    amount: credit,
    reference: `session:${session.id}`,
    at: now,
  });
  const spent = session.spent - credit;
  await tx.update(chatSessions).set({ spent }).where(eq(chatSessions.id, session.id));
  return { session: { ...session, spent }, balance: moved.toBalance, credited: credit };
}

/** Whether an error says that the member's balance did not carry the movement. */
export const isTooPoor = (error: unknown): boolean =>
  error instanceof AppError && error.label === 'badRequest.invalid.payment';
