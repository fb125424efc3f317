import { and, eq, getTableColumns, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { Rest } from '#contract/chat/receipt-calls.ts';
import type { EndReason } from '#contract/chat/session.ts';
import { KEPT_MINUTES, type Proof, progressOf, unseenStallMs } from '#contract/chat/units.ts';
import type { ErrorLabel } from '#contract/errors.ts';
import { requireNext } from '#server/db/groups.ts';
import { insertAll, updateAll } from '#server/db/write-all.ts';
import type { Refused } from '#server/ledger/transfer.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type Spend, spendAll } from '#server/wallet/spending/spend.ts';
import { leaveMinute, settleRest, type Terms, termsOf } from './settle-unit.ts';
import { type ChatMinute, chatMinutes } from './tables.ts';
import { minuteMachine, runIn } from './transitions.ts';

/** Key of a minute: one member, one performer, one mode. */
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

/** Returns the unsettled minutes of these owners, at most one each, locked until the transaction ends. */
export async function openMinutes(tx: Tx, owners: readonly MinuteOwner[]): Promise<ChatMinute[]> {
  if (owners.length === 0) return [];
  const list = (pick: (owner: MinuteOwner) => string | number) => sql.param(owners.map(pick));
  return tx
    .select(getTableColumns(chatMinutes))
    .from(chatMinutes)
    .innerJoin(
      sql`unnest(${list(({ memberId }) => memberId)}::int[], ${list(({ performerId }) => performerId)}::int[],
        ${list(({ mode }) => mode)}::text[]) as owner (member, performer, mode)`,
      and(
        eq(chatMinutes.memberId, sql`owner.member`),
        eq(chatMinutes.performerId, sql`owner.performer`),
        eq(chatMinutes.mode, sql`owner.mode`),
        ne(chatMinutes.state, 'settled'),
      ),
    )
    .orderBy(chatMinutes.id)
    .for('update', { of: chatMinutes });
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

/** The rests that this member may continue with a performer. `running` ones can be included: a join takes them over. */
export async function keptRests(
  db: Pick<Db, 'select'>,
  { memberId, performerId }: Pick<MinuteOwner, 'memberId' | 'performerId'>,
  { now, minuteMs }: Terms,
  states: readonly ('away' | 'running')[] = ['away'],
): Promise<Rest[]> {
  const { mode, unitMs, deliveredMs, keptUntil, state } = chatMinutes;
  const rows = await db
    .select({ mode, unitMs, deliveredMs, keptUntil })
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
    leftMs: row.unitMs - row.deliveredMs,
    keptMs: row.keptUntil ? row.keptUntil.getTime() - now.getTime() : KEPT_MINUTES * minuteMs,
  }));
}

/**
 * Continues a rest in a session without a charge; the caller has locked the rest. Null if it was kept too long and
 * has been settled; a rest the performer's balance does not cover is continued.
 */
export async function resumeMinute(
  tx: Tx,
  minute: ChatMinute,
  sessionId: string,
  terms: Terms,
): Promise<ChatMinute | null> {
  const isExpired = minute.keptUntil !== null && minute.keptUntil <= terms.now;
  if (isExpired && (await settleRest(tx, minute, terms)) !== 'uncovered') return null;
  return runIn(terms, tx, minute, sessionId);
}

/** Applies another end reason to a kept rest. */
export async function leaveRest(tx: Tx, owner: MinuteOwner, reason: EndReason, terms: Terms): Promise<void> {
  const [minute] = await tx
    .select()
    .from(chatMinutes)
    .where(and(isOpenOf(owner), eq(chatMinutes.state, 'away')))
    .for('update');
  if (minute) await leaveMinute(tx, minute, reason, terms);
}

/** Applies another end reason to every kept rest of a member with a performer. */
export async function leaveRests(
  deps: Deps,
  { memberId, performerId }: Pick<MinuteOwner, 'memberId' | 'performerId'>,
  reason: EndReason,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    for (const mode of chatMinutes.mode.enumValues)
      await leaveRest(tx, { memberId, performerId, mode }, reason, termsOf(deps));
  });
}

export interface Progress {
  before: ChatMinute;
  /** State after the progress. */
  minute: ChatMinute;
  /** The same, or null once it is used up. */
  rest: ChatMinute | null;
  /** ms the clock ran, and how many of them exceed the minute. */
  ran: number;
  excess: number;
}

/** Advances the clock of a running minute by what was delivered. */
export function progressMinute(minute: ChatMinute, proof: Proof, { now }: Terms): Progress {
  const { unitMs } = minute;
  const { ran, believed } = progressOf(proof, unseenStallMs(unitMs) - minute.believedMs);
  const total = minute.deliveredMs + Math.round(ran);
  const isUsed = total >= unitMs;
  const moved: ChatMinute = {
    ...minute,
    deliveredMs: Math.min(total, unitMs),
    believedMs: minute.believedMs + Math.round(believed),
    ...(isUsed && {
      state: minuteMachine.next(minute.state, 'settled'),
      reason: 'used',
      settledAt: now,
    }),
  };
  const rest = isUsed ? null : moved;
  return { before: minute, minute: moved, rest, ran: Math.round(ran), excess: Math.max(0, total - unitMs) };
}

/** Returns the ids of the minutes that changed. */
export const storeProgress = (tx: Tx, progress: readonly Progress[]): Promise<Set<string | number>> =>
  updateAll(
    tx,
    chatMinutes,
    progress.map(({ before, minute }) => ({ before, after: minute })),
  );

export interface Purchase extends MinuteOwner {
  sessionId: string;
  /** Number of the minute within the session, from 1. */
  number: number;
  price: number;
  /** ms of media that use it up. */
  unitMs: number;
  deliveredMs: number;
  at: Date;
}

/** A purchase that has been booked. */
export interface Paid extends Purchase {
  transferId: number;
  /** The member's balance afterwards, in credits. */
  balance: number;
}

/** Charges minutes in advance, at most one per member. Refusals are those of `spend`. */
export async function payMinutes(
  tx: Tx,
  terms: Pick<Terms, 'freeCreditsEarn'>,
  purchases: readonly Purchase[],
): Promise<(Paid | Refused<ErrorLabel>)[]> {
  const results = await spendAll(tx, terms, purchases.map(spendingOf));
  return purchases.map((purchase, place) => {
    const result = results[place];
    if (!result) throw new Error(`No result for minute ${purchase.number} of session ${purchase.sessionId}`);
    return 'refused' in result ? result : { ...purchase, ...result };
  });
}

const spendingOf = ({ sessionId, number, memberId, performerId, price, at }: Purchase): Spend => ({
  key: `minute:${sessionId}:${number}`,
  kind: 'minute',
  from: { kind: 'member', owner: memberId },
  to: { kind: 'performer', owner: performerId },
  amount: price,
  reference: `session:${sessionId}`,
  at,
});

/** Starts paid minutes, in the order given. The previous minutes must be stored as used first. */
export async function beginMinutes(tx: Tx, paid: readonly Paid[]): Promise<ChatMinute[]> {
  const begun = paid.map(minuteOf);
  const ids = (await insertAll(tx, chatMinutes, begun)).values();
  return begun.map((minute) => ({ ...minute, id: requireNext(ids) }));
}

const minuteOf = ({
  memberId,
  performerId,
  mode,
  number,
  price,
  unitMs,
  deliveredMs,
  transferId,
  sessionId,
  at,
}: Paid): Omit<ChatMinute, 'id'> => ({
  memberId,
  performerId,
  mode,
  number,
  price,
  unitMs,
  deliveredMs,
  transferId,
  sessionId,
  boughtIn: sessionId,
  boughtAt: at,
  believedMs: 0,
  state: minuteMachine.first,
  reason: null,
  keptUntil: null,
  settledAt: null,
  returned: 0,
  returnTransferId: null,
});
