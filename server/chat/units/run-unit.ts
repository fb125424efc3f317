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
import { leaveUnit, settleRest, type Terms, termsOf } from './settle-unit.ts';
import { type ChatUnit, chatUnits } from './tables.ts';
import { runIn, unitMachine } from './transitions.ts';

/** Key of a unit: one member, one performer, one mode. */
export type UnitOwner = Pick<ChatUnit, 'memberId' | 'performerId' | 'mode'>;

const isOpenOf = ({ memberId, performerId, mode }: UnitOwner) =>
  and(
    eq(chatUnits.memberId, memberId),
    eq(chatUnits.performerId, performerId),
    eq(chatUnits.mode, mode),
    ne(chatUnits.state, 'settled'),
  );

/** The unit that runs in this session, locked until the transaction ends. */
export async function runningUnit(tx: Tx, sessionId: string): Promise<ChatUnit | undefined> {
  const [unit] = await tx
    .select()
    .from(chatUnits)
    .where(and(eq(chatUnits.sessionId, sessionId), eq(chatUnits.state, 'running')))
    .for('update');
  return unit;
}

/** Returns the unsettled units of these owners, at most one each, locked until the transaction ends. */
export async function openUnits(tx: Tx, owners: readonly UnitOwner[]): Promise<ChatUnit[]> {
  if (owners.length === 0) return [];
  const list = (pick: (owner: UnitOwner) => string | number) => sql.param(owners.map(pick));
  return tx
    .select(getTableColumns(chatUnits))
    .from(chatUnits)
    .innerJoin(
      sql`unnest(${list(({ memberId }) => memberId)}::int[], ${list(({ performerId }) => performerId)}::int[],
        ${list(({ mode }) => mode)}::text[]) as owner (member, performer, mode)`,
      and(
        eq(chatUnits.memberId, sql`owner.member`),
        eq(chatUnits.performerId, sql`owner.performer`),
        eq(chatUnits.mode, sql`owner.mode`),
        ne(chatUnits.state, 'settled'),
      ),
    )
    .orderBy(chatUnits.id)
    .for('update', { of: chatUnits });
}

/** The rest of a unit that this member may continue. */
export async function findRest(
  db: Pick<Db, 'select'>,
  owner: UnitOwner,
  now: Date,
): Promise<ChatUnit | undefined> {
  const [unit] = await db
    .select()
    .from(chatUnits)
    .where(and(isOpenOf(owner), eq(chatUnits.state, 'away'), gt(chatUnits.keptUntil, now)));
  return unit;
}

/** The rests that this member may continue with a performer. `running` ones can be included: a join takes them over. */
export async function keptRests(
  db: Pick<Db, 'select'>,
  { memberId, performerId }: Pick<UnitOwner, 'memberId' | 'performerId'>,
  { now, minuteMs }: Terms,
  states: readonly ('away' | 'running')[] = ['away'],
): Promise<Rest[]> {
  const { mode, unitMs, deliveredMs, keptUntil, state } = chatUnits;
  const rows = await db
    .select({ mode, unitMs, deliveredMs, keptUntil })
    .from(chatUnits)
    .where(
      and(
        eq(chatUnits.memberId, memberId),
        eq(chatUnits.performerId, performerId),
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
export async function resumeUnit(
  tx: Tx,
  unit: ChatUnit,
  sessionId: string,
  terms: Terms,
): Promise<ChatUnit | null> {
  const isExpired = unit.keptUntil !== null && unit.keptUntil <= terms.now;
  if (isExpired && (await settleRest(tx, unit, terms)) !== 'uncovered') return null;
  return runIn(terms, tx, unit, sessionId);
}

/** Applies another end reason to a kept rest. */
export async function leaveRest(tx: Tx, owner: UnitOwner, reason: EndReason, terms: Terms): Promise<void> {
  const [unit] = await tx
    .select()
    .from(chatUnits)
    .where(and(isOpenOf(owner), eq(chatUnits.state, 'away')))
    .for('update');
  if (unit) await leaveUnit(tx, unit, reason, terms);
}

/** Applies another end reason to every kept rest of a member with a performer. */
export async function leaveRests(
  deps: Deps,
  { memberId, performerId }: Pick<UnitOwner, 'memberId' | 'performerId'>,
  reason: EndReason,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    for (const mode of chatUnits.mode.enumValues)
      await leaveRest(tx, { memberId, performerId, mode }, reason, termsOf(deps));
  });
}

export interface Progress {
  before: ChatUnit;
  /** State after the progress. */
  unit: ChatUnit;
  /** The same, or null once it is used up. */
  rest: ChatUnit | null;
  /** ms the clock ran, and how many of them exceed the unit. */
  ran: number;
  excess: number;
}

/** Advances the clock of a running unit by what was delivered. */
export function progressUnit(unit: ChatUnit, proof: Proof, { now }: Terms): Progress {
  const { unitMs } = unit;
  const { ran, believed } = progressOf(proof, unseenStallMs(unitMs) - unit.believedMs);
  const total = unit.deliveredMs + Math.round(ran);
  const isUsed = total >= unitMs;
  const moved: ChatUnit = {
    ...unit,
    deliveredMs: Math.min(total, unitMs),
    believedMs: unit.believedMs + Math.round(believed),
    ...(isUsed && {
      state: unitMachine.next(unit.state, 'settled'),
      reason: 'used',
      settledAt: now,
    }),
  };
  const rest = isUsed ? null : moved;
  return { before: unit, unit: moved, rest, ran: Math.round(ran), excess: Math.max(0, total - unitMs) };
}

/** Returns the ids of the units that changed. */
export const storeProgress = (tx: Tx, progress: readonly Progress[]): Promise<Set<string | number>> =>
  updateAll(
    tx,
    chatUnits,
    progress.map(({ before, unit }) => ({ before, after: unit })),
  );

export interface Purchase extends UnitOwner {
  sessionId: string;
  /** Number of the unit within the session, from 1. */
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

/** Charges units in advance, at most one per member. Refusals are those of `spend`. */
export async function payUnits(
  tx: Tx,
  terms: Pick<Terms, 'freeCreditsEarn'>,
  purchases: readonly Purchase[],
): Promise<(Paid | Refused<ErrorLabel>)[]> {
  const results = await spendAll(tx, terms, purchases.map(spendingOf));
  return purchases.map((purchase, place) => {
    const result = results[place];
    if (!result) throw new Error(`No result for unit ${purchase.number} of session ${purchase.sessionId}`);
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

/** Starts paid units, in the order given. The previous units must be stored as used first. */
export async function beginUnits(tx: Tx, paid: readonly Paid[]): Promise<ChatUnit[]> {
  const begun = paid.map(unitOf);
  const ids = (await insertAll(tx, chatUnits, begun)).values();
  return begun.map((unit) => ({ ...unit, id: requireNext(ids) }));
}

const unitOf = ({
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
}: Paid): Omit<ChatUnit, 'id'> => ({
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
  state: unitMachine.first,
  reason: null,
  keptUntil: null,
  settledAt: null,
  returned: 0,
  returnTransferId: null,
});
