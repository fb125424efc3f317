import { and, eq, gt, inArray, isNull, ne, or } from 'drizzle-orm';
import { KEPT_MINUTES, type Proof, progressOf, UNSEEN_STALL_MS } from '#contract/chat/minutes.ts';
import type { Rest } from '#contract/chat/receipt.ts';
import type { EndReason } from '#contract/chat/session.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { spend } from '#server/wallet/spending/spend.ts';
import {
  announceReturn,
  leaveMinute,
  type Returned,
  settleRest,
  type Terms,
  termsOf,
} from './settle-minute.ts';
import { type ChatMinute, chatMinutes } from './tables.ts';

/** Whose minute it is: a member's with one performer in one mode. */
export type MinuteOwner = Pick<ChatMinute, 'memberId' | 'performerId' | 'mode'>;

const isOpenOf = ({ memberId, performerId, mode }: MinuteOwner) =>
  and(
    eq(chatMinutes.memberId, memberId),
    eq(chatMinutes.performerId, performerId),
    eq(chatMinutes.mode, mode),
    ne(chatMinutes.state, 'settled'),
  );

/** The minute that runs in this session, locked until the transaction ends. */
export async function runningMinute(tx: Tx, sessionId: string): Promise<ChatMinute | undefined> {
  const [minute] = await tx
    .select()
    .from(chatMinutes)
    .where(and(eq(chatMinutes.sessionId, sessionId), eq(chatMinutes.state, 'running')))
    .for('update');
  return minute;
}

/** The rest of a minute that this member may continue. */
export async function findRest(
  db: Pick<Db, 'select'>,
  owner: MinuteOwner,
  now: Date,
): Promise<ChatMinute | undefined> {
  const [minute] = await db
    .select()
    .from(chatMinutes)
    .where(and(isOpenOf(owner), eq(chatMinutes.state, 'away'), gt(chatMinutes.keptUntil, now)));
  return minute;
}

/** The rests that this member may continue with a performer; `running` ones too: a join takes them over. */
export async function keptRests(
  db: Pick<Db, 'select'>,
  { memberId, performerId }: Pick<MinuteOwner, 'memberId' | 'performerId'>,
  { now, minuteMs }: Terms,
  states: readonly ('away' | 'running')[] = ['away'],
): Promise<Rest[]> {
  const { mode, deliveredMs, keptUntil, state } = chatMinutes;
  const rows = await db
    .select({ mode, deliveredMs, keptUntil })
    .from(chatMinutes)
    .where(
      and(
        eq(chatMinutes.memberId, memberId),
        eq(chatMinutes.performerId, performerId),
        inArray(state, [...states]),
        or(isNull(keptUntil), gt(keptUntil, now)),
      ),
    )
    .orderBy(mode);
  return rows.map((row) => ({
    mode: row.mode,
    leftMs: minuteMs - row.deliveredMs,
    keptMs: row.keptUntil ? row.keptUntil.getTime() - now.getTime() : KEPT_MINUTES * minuteMs,
  }));
}

/**
 * Continues the rest of an earlier minute in this session, without a charge; an older one is settled. `from`: the session it
 * ran in before.
 */
export async function resumeMinute(
  tx: Tx,
  sessionId: string,
  owner: MinuteOwner,
  terms: Terms,
): Promise<{ minute: ChatMinute; from: string } | undefined> {
  const [minute] = await tx.select().from(chatMinutes).where(isOpenOf(owner)).for('update');
  if (!minute) return undefined;
  if (minute.keptUntil && minute.keptUntil <= terms.now) {
    await settleRest(tx, minute, terms);
    return undefined;
  }
  const changes = { state: 'running', sessionId, reason: null, keptUntil: null } as const;
  await tx.update(chatMinutes).set(changes).where(eq(chatMinutes.id, minute.id));
  return { minute: { ...minute, ...changes }, from: minute.sessionId };
}

/** The rest of an earlier minute, kept so far, is left for another reason. Null when nothing is given back. */
export async function leaveRest(
  tx: Tx,
  owner: MinuteOwner,
  reason: EndReason,
  terms: Terms,
): Promise<Returned | null> {
  const [minute] = await tx
    .select()
    .from(chatMinutes)
    .where(and(isOpenOf(owner), eq(chatMinutes.state, 'away')))
    .for('update');
  return minute ? leaveMinute(tx, minute, reason, terms) : null;
}

/** All that is kept for a member with a performer is left for another reason. */
export async function leaveRests(
  deps: Deps,
  { memberId, performerId }: Pick<MinuteOwner, 'memberId' | 'performerId'>,
  reason: EndReason,
): Promise<void> {
  const returned = await deps.db.transaction(async (tx) => {
    const ofModes: (Returned | null)[] = [];
    for (const mode of chatMinutes.mode.enumValues)
      ofModes.push(await leaveRest(tx, { memberId, performerId, mode }, reason, termsOf(deps)));
    return ofModes.filter((one) => one !== null);
  });
  for (const one of returned) announceReturn(deps, one);
}

/**
 * Lets the clock of a running minute go on: `ran` ms, of which `excess` are beyond the minute. `rest`: the minute, unless it
 * is used up now.
 */
export async function runMinute(
  tx: Tx,
  minute: ChatMinute,
  proof: Proof,
  { minuteMs, now }: Terms,
): Promise<{ rest: ChatMinute | null; ran: number; excess: number }> {
  const { ran, believed } = progressOf(proof, UNSEEN_STALL_MS - minute.believedMs);
  const total = minute.deliveredMs + Math.round(ran);
  const isUsed = total >= minuteMs;
  const changes = {
    deliveredMs: Math.min(total, minuteMs),
    believedMs: minute.believedMs + Math.round(believed),
    ...(isUsed ? { state: 'settled' as const, reason: 'used', settledAt: now } : {}),
  };
  await tx.update(chatMinutes).set(changes).where(eq(chatMinutes.id, minute.id));
  const rest = isUsed ? null : { ...minute, ...changes };
  return { rest, ran: Math.round(ran), excess: Math.max(0, total - minuteMs) };
}

export interface Purchase extends MinuteOwner {
  sessionId: string;
  /** Which of the session's minutes it is, from 1. */
  number: number;
  price: number;
  /** ms that were delivered already. */
  deliveredMs: number;
  at: Date;
}

/** Charges a minute in advance. Throws `badRequest.invalid.payment` when the balance is too low, and as `spend` does. */
export async function buyMinute(
  tx: Tx,
  { sessionId, at, ...purchase }: Purchase,
): Promise<{ minute: ChatMinute; balance: number }> {
  const { memberId, performerId, price, number } = purchase;
  const paid = await spend(tx, {
    key: `minute:${sessionId}:${number}`,
    kind: 'minute',
    from: { kind: 'member', owner: memberId },
    to: { kind: 'performer', owner: performerId },
    amount: price,
    reference: `session:${sessionId}`,
    at,
  });
  const [minute] = await tx
    .insert(chatMinutes)
    .values({
      ...purchase,
      boughtIn: sessionId,
      sessionId,
      boughtAt: at,
      transferId: paid.transferId,
      state: 'running',
    })
    .returning();
  if (!minute) throw new Error('the minute was not stored');
  return { minute, balance: paid.balance };
}
