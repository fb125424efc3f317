import { sql } from 'drizzle-orm';
import type { Reception } from '#contract/chat/reception.ts';
import { minutePrice } from '#contract/chat/session.ts';
import type { ErrorLabel } from '#contract/errors.ts';
import { requireNext } from '#server/db/groups.ts';
import { updateAll } from '#server/db/update-all.ts';
import { statusOf } from '#server/performers/reads.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import {
  beginMinutes,
  type MinuteOwner,
  openMinutes,
  type Paid,
  type Purchase,
  payMinutes,
  resumeMinute,
  storeProgress,
} from '../minutes/run-minute.ts';
import { type Terms, termsOf } from '../minutes/settle-minute.ts';
import type { ChatMinute } from '../minutes/tables.ts';
import { continueStay } from './continue-stay.ts';
import {
  minuteOwner,
  type PlayerStats,
  type WatchedSession,
  type Watching,
  watchedColumns,
  watchOn,
} from './delivery.ts';
import { receptionOf } from './reception.ts';
import { chatSessions } from './tables.ts';

export interface Beat {
  sessionId: string;
  /** The member who sends it; null without a login. */
  memberId: number | null;
  stats: PlayerStats | undefined;
}

export interface Watched {
  session: WatchedSession;
  minute: ChatMinute | null;
  onlineStatus: number;
  /** Of the performer's stream, as it was charged. */
  reception: Reception;
  /** The member's balance after a charge, in credits; null when nothing was charged. */
  balance: number | null;
}

/**
 * Result of a keep-alive. `foreign`: the session is missing or another member's. `logged-out`: a member's session, sent
 * without a login. `unpaid`: the next minute was refused. Only `watched` is stored.
 */
export type BeatOutcome =
  | (Watched & { kind: 'watched' })
  | { kind: 'foreign' | 'logged-out' | 'ended' }
  /** A row it needs is locked: it has to wait on its own. */
  | { kind: 'busy' }
  | { kind: 'unpaid'; label: ErrorLabel };

/** An accepted keep-alive on its way to being stored. */
interface Going extends Watching {
  before: WatchedSession;
  status: number;
  reception: Reception;
  /** A kept or running minute that the member may continue here instead of paying. */
  rest: ChatMinute | undefined;
  minute: ChatMinute | null;
  balance: number | null;
  refused: ErrorLabel | null;
}

/**
 * Stores keep-alives of different viewers in one transaction with few statements, however many there are. The first
 * frame starts a minute or continues an earlier one; delivered media uses it up; while media is delivered, the next one
 * follows. Returns the outcomes in the order of `beats`.
 */
export function storeBeats(
  deps: Deps,
  beats: readonly Beat[],
  { mayWait }: Patience,
): Promise<BeatOutcome[]> {
  return deps.db.transaction(async (tx) => {
    const locked = await lockSessions(tx, beats, mayWait);
    const outcomes = beats.map((beat): BeatOutcome | null => {
      const session = locked.get(beat.sessionId)?.session;
      return session || mayWait ? refusalOf(beat, session) : { kind: 'busy' };
    });
    const accepted = beats.filter((_, place) => outcomes[place] === null);
    const minutes = await openMinutes(tx, ownersOf(accepted, locked));
    const open = new Map(minutes.map((minute) => [ownerKey(minute), minute]));
    // After the rows are locked: another process may have held them for a while.
    const terms = termsOf(deps);
    const going = accepted.map((beat) => goOn(deps, beat, { ...requireLocked(locked, beat), open, terms }));
    await continueRests(tx, going, terms);
    await payNext(tx, going, terms);
    await storeSessions(tx, going);
    const stored = going.values();
    return outcomes.map((outcome) => outcome ?? outcomeOf(requireNext(stored)));
  });
}

interface LockedSession {
  session: WatchedSession;
  status: number;
}

interface Patience {
  /** Whether to wait for locked rows, as long as the database allows. */
  mayWait: boolean;
}

/** ms to wait for a lock without `mayWait`: the whole group is blocked meanwhile. */
const GROUP_WAIT_MS = 500;

/**
 * Locks the sessions until the transaction ends, so that nothing is counted or charged twice. Without `mayWait` locked
 * rows are left out, and later locks wait only briefly.
 */
async function lockSessions(
  tx: Tx,
  beats: readonly Beat[],
  mayWait: boolean,
): Promise<Map<string, LockedSession>> {
  const brief = sql<string>`(select set_config('lock_timeout', ${String(GROUP_WAIT_MS)}, true))`;
  const ids = beats.map(({ sessionId }) => sessionId);
  const rows = await tx
    .select({
      ...watchedColumns,
      status: statusOf(tx, chatSessions.performerId),
      ...(mayWait ? {} : { brief }),
    })
    .from(chatSessions)
    .where(sql`${chatSessions.id} = any(${sql.param(ids)}::text[])`)
    .orderBy(chatSessions.id)
    .for('update', mayWait ? {} : { skipLocked: true });
  return new Map(rows.map(({ status, brief: _, ...session }) => [session.id, { session, status }]));
}

function requireLocked(locked: ReadonlyMap<string, LockedSession>, { sessionId }: Beat): LockedSession {
  const found = locked.get(sessionId);
  if (!found) throw new Error(`Session ${sessionId} is not locked by this batch`);
  return found;
}

/** Null if the session accepts the keep-alive. */
function refusalOf({ memberId }: Beat, session: WatchedSession | undefined): BeatOutcome | null {
  if (!session) return { kind: 'foreign' };
  if (session.memberId !== null && session.memberId !== memberId)
    return { kind: memberId === null ? 'logged-out' : 'foreign' };
  return session.state === 'ended' ? { kind: 'ended' } : null;
}

const ownersOf = (beats: readonly Beat[], locked: ReadonlyMap<string, LockedSession>) =>
  beats.map((beat) => minuteOwner(requireLocked(locked, beat).session)).filter((owner) => owner !== null);

const ownerKey = ({ memberId, performerId, mode }: MinuteOwner): string =>
  `${memberId} ${performerId} ${mode}`;

interface Ground extends LockedSession {
  /** Unsettled minutes by `ownerKey`. */
  open: ReadonlyMap<string, ChatMinute>;
  terms: Terms;
}

function goOn(deps: Deps, { stats }: Beat, { session, status, open, terms }: Ground): Going {
  const owner = minuteOwner(session);
  const own = owner ? open.get(ownerKey(owner)) : undefined;
  const isRunning = own?.state === 'running' && own.sessionId === session.id;
  const reception = receptionOf(deps, session.performerId);
  const found = {
    running: isRunning ? own : undefined,
    viewer: deps.media.viewer(session.id),
    isFrozen: reception.isFrozen,
    stats,
  };
  const watching = watchOn(session, found, terms);
  return {
    ...watching,
    before: session,
    status,
    reception,
    rest: isRunning ? undefined : own,
    minute: watching.progress?.rest ?? null,
    balance: null,
    refused: null,
  };
}

/** Continues minutes begun elsewhere before anything is charged. */
async function continueRests(tx: Tx, going: readonly Going[], terms: Terms): Promise<void> {
  for (const each of going) {
    if (!each.mayPay || !each.rest || priceOf(each) === 0) continue;
    const from = each.rest.sessionId;
    each.minute = await resumeMinute(tx, each.rest, each.session.id, terms);
    if (each.minute) each.session = { ...each.session, ...(await continueStay(tx, each.session, from)) };
  }
}

const priceOf = ({ session, status }: Going): number =>
  minuteOwner(session) ? minutePrice(session.type, status) : 0;

/** Charges the minutes that begin now. A refused session is left unchanged. */
async function payNext(tx: Tx, going: readonly Going[], { now, minuteMs }: Terms): Promise<void> {
  const due = going.filter((each) => each.mayPay && !each.minute && priceOf(each) > 0);
  const results = await payMinutes(
    tx,
    due.map((each) => purchaseOf(each, { now, minuteMs })),
  );
  const paid = new Map<Going, Paid>();
  for (const [place, each] of due.entries()) {
    const result = results[place];
    if (!result) throw new Error(`No minute result for session ${each.session.id}`);
    if ('refused' in result) each.refused = result.refused;
    else paid.set(each, result);
  }
  await storeProgress(
    tx,
    going.flatMap(({ progress, refused }) => (progress && !refused ? [progress] : [])),
  );
  const begun = (await beginMinutes(tx, [...paid.values()])).values();
  for (const [each, { number, price, deliveredMs, balance }] of paid) {
    each.minute = requireNext(begun);
    each.balance = balance;
    const { session } = each;
    each.session = {
      ...session,
      minutes: number,
      spent: session.spent + price,
      paidMs: session.paidMs + deliveredMs,
    };
  }
}

function purchaseOf(each: Going, { now, minuteMs }: Terms): Purchase {
  const { session, progress } = each;
  const owner = minuteOwner(session);
  if (!owner) throw new Error(`Session ${session.id} has no paying member`);
  return {
    ...owner,
    sessionId: session.id,
    number: session.minutes + 1,
    price: priceOf(each),
    deliveredMs: Math.min(progress?.excess ?? 0, minuteMs - 1),
    at: now,
  };
}

const storeSessions = (tx: Tx, going: readonly Going[]): Promise<void> =>
  updateAll(
    tx,
    chatSessions,
    going.flatMap(({ before, session, refused }) => (refused ? [] : [{ before, after: session }])),
  );

const outcomeOf = ({ refused, session, minute, status, reception, balance }: Going): BeatOutcome =>
  refused
    ? { kind: 'unpaid', label: refused }
    : { kind: 'watched', session, minute, onlineStatus: status, reception, balance };
