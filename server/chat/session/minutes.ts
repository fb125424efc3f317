import { and, eq } from 'drizzle-orm';
import { countedStall, minutePrice, STALL_TOLERANCE_MS, stallCredit } from '#contract/chat/session.ts';
import { AppError } from '#contract/errors.ts';
import { transfer } from '#server/ledger/transfer.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { ChatSession } from './chat-auth.ts';
import { chatMinutes, chatSessions } from './tables.ts';

export interface Booked {
  session: ChatSession;
  /** The member's balance after the last booking, in credits; null when nothing was booked. */
  balance: number | null;
  /** Credits returned for what the previous minute did not deliver. */
  credited: number;
}

const nothing = (session: ChatSession): Booked => ({ session, balance: null, credited: 0 });

/** Locks the session's row until the transaction ends, so that two nodes never charge the same minute. */
export async function lockSession(tx: Tx, id: string): Promise<ChatSession | undefined> {
  const [session] = await tx.select().from(chatSessions).where(eq(chatSessions.id, id)).for('update');
  return session;
}

/** What paid time is measured with. */
export interface PaidClock {
  now: Date;
  /** ms that a paid minute lasts. */
  minuteMs: number;
}

export const paidClock = ({ now, config }: Pick<Deps, 'now' | 'config'>): PaidClock => ({
  now: now(),
  minuteMs: config.chatMinuteSeconds * 1000,
});

export interface MinuteTerms extends PaidClock {
  onlineStatus: number;
}

/** Whether a minute is to be paid now: a member watches, it is not free, and the paid time has passed. */
export function isDue(session: ChatSession, clock: PaidClock): boolean {
  if (session.state !== 'watching' || session.memberId === null || session.type === 'free') return false;
  if (session.paidUntil === null || session.paidUntil <= clock.now) return true;
  return isBeyond(session.paidUntil, clock);
}

/** Never more than a minute is paid in advance, so the clock has been set back. */
const isBeyond = (paidUntil: Date, { now, minuteMs }: PaidClock): boolean =>
  paidUntil.getTime() - now.getTime() > minuteMs;

/**
 * Charges the next minute in advance, after settling the previous one. Does nothing while watching is free, has not
 * begun, or is paid beyond `now`. Throws `badRequest.invalid.payment` when the balance is too low.
 */
export async function chargeMinute(tx: Tx, session: ChatSession, terms: MinuteTerms): Promise<Booked> {
  const { now, minuteMs, onlineStatus } = terms;
  const price = minutePrice(session.type, onlineStatus);
  if (session.memberId === null || price === 0 || !isDue(session, terms)) return nothing(session);
  if (session.paidUntil !== null && isBeyond(session.paidUntil, terms))
    return followClock(tx, session, terms);
  const settled = await settleMinute(tx, session, terms);
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
    paidUntil: new Date(startedAt.getTime() + minuteMs),
  };
  await tx.update(chatSessions).set(changes).where(eq(chatSessions.id, session.id));
  return { session: { ...session, ...changes }, balance: moved.fromBalance, credited: settled.credited };
}

/** Starts the running minute again, unpaid: a wrong clock is not the viewer's to pay. */
async function followClock(tx: Tx, session: ChatSession, { now, minuteMs }: PaidClock): Promise<Booked> {
  const paidUntil = new Date(now.getTime() + minuteMs);
  await tx.update(chatSessions).set({ paidUntil }).where(eq(chatSessions.id, session.id));
  return nothing({ ...session, paidUntil });
}

/** Minutes follow each other without a gap, unless the clock jumped or the process was away. */
function minuteStart(session: ChatSession, now: Date): Date {
  const before = session.paidUntil;
  const isLate = before !== null && now.getTime() - before.getTime() > STALL_TOLERANCE_MS;
  return before === null || isLate ? now : before;
}

/** Returns credits for what the running minute did not deliver, once a minute (docs/decisions/0010). */
export async function settleMinute(
  tx: Tx,
  session: ChatSession,
  { now, minuteMs }: PaidClock,
): Promise<Booked> {
  const isThis = and(eq(chatMinutes.sessionId, session.id), eq(chatMinutes.number, session.minutes));
  const [minute] = await tx.select().from(chatMinutes).where(isThis);
  if (!minute || minute.settled || session.memberId === null) return nothing(session);
  const stalled = countedStall({
    claimed: session.stalledMs - minute.stalledMsBefore,
    seen: session.silentMs - minute.silentMsBefore,
  });
  const lived = Math.max(0, now.getTime() - minute.startedAt.getTime());
  const credit = stallCredit(minute.price, Math.min(stalled, lived), minuteMs);
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

export const isBalanceTooLow = (error: unknown): boolean =>
  error instanceof AppError && error.label === 'badRequest.invalid.payment';
