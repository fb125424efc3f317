import { sql } from 'drizzle-orm';
import type { LRUCache } from 'lru-cache';
import { unitMsOf } from '#contract/chat/units.ts';
import { requireNext } from '#server/db/groups.ts';
import { updateAll } from '#server/db/write-all.ts';
import { type PerformerState, stateOf } from '#server/performers/reads.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import {
  beginUnits,
  openUnits,
  type Paid,
  type Purchase,
  payUnits,
  resumeUnit,
  storeProgress,
  type UnitOwner,
} from '../../units/run-unit.ts';
import { type Terms, termsOf } from '../../units/settle-unit.ts';
import { continueStay } from '../continue-stay.ts';
import { unitOwner, type WatchedSession, watchedColumns } from '../delivery.ts';
import { chatSessions } from '../tables.ts';
import { type Beat, type BeatOutcome, type Going, goOn, outcomeOf, priceOf, refusalOf } from './beat.ts';
import {
  type KnownBeat,
  type KnownSession,
  OutdatedError,
  openGroup,
  openKnownSessions,
  storeSteady,
} from './steady-beats.ts';

interface Patience {
  /** Whether to wait for locked rows, as long as the database allows. */
  mayWait: boolean;
}

/**
 * Stores keep-alives of different viewers in one transaction with few statements; returns outcomes in the order of
 * `beats`. The first frame starts or continues a unit, and delivered media uses it up.
 */
export async function storeBeats(
  deps: Deps,
  beats: readonly Beat[],
  patience: Patience,
): Promise<BeatOutcome[]> {
  const known = deps.part(openKnownSessions);
  try {
    return await storeGroup(deps, beats, patience, known);
  } catch (error) {
    for (const { sessionId } of beats) known.delete(sessionId);
    if (!(error instanceof OutdatedError)) throw error;
    return storeGroup(deps, beats, patience, known);
  }
}

async function storeGroup(
  deps: Deps,
  beats: readonly Beat[],
  { mayWait }: Patience,
  known: LRUCache<string, KnownSession>,
): Promise<BeatOutcome[]> {
  const knownBeats: KnownBeat[] = beats.flatMap((beat) => {
    const session = mayWait ? undefined : known.get(beat.sessionId);
    return session ? [[beat, session] as const] : [];
  });
  const { outcomes, stored } = await deps.db.transaction(async (tx) => {
    const opening = await openGroup(
      tx,
      knownBeats.map(([, { session }]) => session.performerId),
      { mayWait },
    );
    const steady = await storeSteady(deps, tx, knownBeats, opening);
    const others = beats.filter((beat) => !steady.has(beat));
    const locked = others.length > 0 ? await storeLocked(deps, tx, others, mayWait) : null;
    const { version } = opening;
    return {
      outcomes: beats.map((beat) => {
        const going = steady.get(beat);
        return going ? outcomeOf(going) : locked?.outcomes.get(beat);
      }),
      stored: [...steady.values(), ...(locked?.stored ?? [])].map(({ session, unit }) => ({
        session,
        unit,
        version,
      })),
    };
  });
  for (const one of stored) known.set(one.session.id, one);
  return outcomes.map((outcome, place) => {
    if (!outcome) throw new Error(`No keep-alive outcome for session ${beats[place]?.sessionId}`);
    return outcome;
  });
}

interface StoredBeats {
  outcomes: Map<Beat, BeatOutcome>;
  /** Those whose rows were all written in this transaction. */
  stored: Going[];
}

/** Stores keep-alives of sessions that have to be read first. */
async function storeLocked(
  deps: Deps,
  tx: Tx,
  beats: readonly Beat[],
  mayWait: boolean,
): Promise<StoredBeats> {
  const locked = await lockSessions(tx, beats, mayWait);
  const outcomes = new Map<Beat, BeatOutcome>();
  for (const beat of beats) {
    const ground = locked.get(beat.sessionId);
    const refusal = ground || mayWait ? refusalOf(beat, ground) : ({ kind: 'busy' } as const);
    if (refusal) outcomes.set(beat, refusal);
  }
  const accepted = beats.filter((beat) => !outcomes.has(beat));
  const units = await openUnits(tx, ownersOf(accepted, locked));
  const open = new Map(units.map((unit) => [ownerKey(unit), unit]));
  // After the rows are locked: another process may have held them for a while.
  const terms = termsOf(deps);
  const going = accepted.map((beat) => {
    const { session, performer } = requireLocked(locked, beat);
    const owner = unitOwner(session);
    const unit = owner ? open.get(ownerKey(owner)) : undefined;
    return goOn(deps, beat, { session, performer, unit, terms });
  });
  await continueRests(tx, going, terms);
  const moved = await payNext(tx, going, terms);
  const written = await storeSessions(tx, going);
  for (const [place, beat] of accepted.entries()) {
    const each = going[place];
    if (each) outcomes.set(beat, outcomeOf(each));
  }
  return {
    outcomes,
    stored: going.filter((each) => written.has(each.session.id) && isUnitStored(each, moved)),
  };
}

/** Whether its unit was written: moved on, begun or continued. Without one, a viewer must not be a paying one. */
function isUnitStored({ session, unit, progress }: Going, moved: ReadonlySet<string | number>): boolean {
  if (unit === null) return unitOwner(session) === null;
  return unit !== progress?.unit || moved.has(unit.id);
}

interface LockedSession {
  session: WatchedSession;
  performer: PerformerState | null;
}

/**
 * Locks the sessions until the transaction ends, so that nothing is counted or charged twice. Without `mayWait` locked
 * rows are left out.
 */
async function lockSessions(
  tx: Tx,
  beats: readonly Beat[],
  mayWait: boolean,
): Promise<Map<string, LockedSession>> {
  const ids = beats.map(({ sessionId }) => sessionId);
  const rows = await tx
    .select({ ...watchedColumns, performer: stateOf(tx, chatSessions.performerId) })
    .from(chatSessions)
    .where(sql`${chatSessions.id} = any(${sql.param(ids)}::text[])`)
    .orderBy(chatSessions.id)
    .for('update', mayWait ? {} : { skipLocked: true });
  return new Map(rows.map(({ performer, ...session }) => [session.id, { session, performer }]));
}

function requireLocked(locked: ReadonlyMap<string, LockedSession>, { sessionId }: Beat): LockedSession {
  const found = locked.get(sessionId);
  if (!found) throw new Error(`Session ${sessionId} is not locked by this batch`);
  return found;
}

const ownersOf = (beats: readonly Beat[], locked: ReadonlyMap<string, LockedSession>) =>
  beats.map((beat) => unitOwner(requireLocked(locked, beat).session)).filter((owner) => owner !== null);

const ownerKey = ({ memberId, performerId, mode }: UnitOwner): string => `${memberId} ${performerId} ${mode}`;

/** Continues units begun elsewhere before anything is charged. */
async function continueRests(tx: Tx, going: readonly Going[], terms: Terms): Promise<void> {
  for (const each of going) {
    if (!each.mayPay || !each.rest || priceOf(each) === 0) continue;
    const from = each.rest.sessionId;
    each.unit = await resumeUnit(tx, each.rest, each.session.id, terms);
    if (each.unit) each.session = { ...each.session, ...(await continueStay(tx, each.session, from)) };
  }
}

/** Charges the units that begin now. A refused session is left unchanged. Returns the ids of the units that moved. */
async function payNext(tx: Tx, going: readonly Going[], terms: Terms) {
  const due = going.filter((each) => each.mayPay && !each.unit && priceOf(each) > 0);
  const results = await payUnits(
    tx,
    terms,
    due.map((each) => purchaseOf(each, terms)),
  );
  const paid = new Map<Going, Paid>();
  for (const [place, each] of due.entries()) {
    const result = results[place];
    if (!result) throw new Error(`No unit result for session ${each.session.id}`);
    if ('refused' in result) each.refused = result.refused;
    else paid.set(each, result);
  }
  const moved = await storeProgress(
    tx,
    going.flatMap(({ progress, refused }) => (progress && !refused ? [progress] : [])),
  );
  const begun = (await beginUnits(tx, [...paid.values()])).values();
  for (const [each, { number, price, deliveredMs, balance }] of paid) {
    each.unit = requireNext(begun);
    each.balance = balance;
    const { session } = each;
    each.session = {
      ...session,
      minutes: number,
      spent: session.spent + price,
      paidMs: session.paidMs + deliveredMs,
    };
  }
  return moved;
}

function purchaseOf(each: Going, { now, minuteMs }: Terms): Purchase {
  const { session, progress } = each;
  const unitMs = unitMsOf(session.unitSeconds, minuteMs);
  const owner = unitOwner(session);
  if (!owner) throw new Error(`Session ${session.id} has no paying member`);
  return {
    ...owner,
    sessionId: session.id,
    number: session.minutes + 1,
    price: priceOf(each),
    unitMs,
    deliveredMs: Math.min(progress?.excess ?? 0, unitMs - 1),
    at: now,
  };
}

const storeSessions = (tx: Tx, going: readonly Going[]) =>
  updateAll(
    tx,
    chatSessions,
    going.flatMap(({ before, session, refused }) => (refused ? [] : [{ before, after: session }])),
  );
