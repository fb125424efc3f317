import { and, eq, lte, type SQL } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { billOf } from '#contract/wallet/dial-in-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { isDuplicate } from '#server/db/errors.ts';
import { type Moved, stateMachine } from '#server/db/state-machine.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type CallKey, isCall, lockCall } from './reads.ts';
import { type DialInRow, dialIns, type PhoneCall, phoneCalls } from './tables.ts';

interface Act {
  caller: Caller;
  at: Date;
}

type MovedDialIns = Moved<typeof dialIns, Act | undefined>;

/** A guest's session: its code waits, is entered in a call, and the call ends. A code is valid once. */
export const dialInMachine = stateMachine<typeof dialIns, Act | undefined>({
  table: dialIns,
  first: 'PENDING',
  transitions: {
    PENDING: ['IN_CALL', 'EXPIRED'],
    IN_CALL: ['ENDED'],
    ENDED: [],
    EXPIRED: [],
  },
  follows: {
    IN_CALL: [recordVerified, pushState],
    EXPIRED: [pushState],
  },
});

/** A call as the provider bills it. */
export const callMachine = stateMachine<typeof phoneCalls>({
  table: phoneCalls,
  first: 'running',
  transitions: {
    running: ['ended'],
    ended: [],
  },
  follows: {
    ended: [endDialIns],
  },
});

/** Null if the session's code does not wait any more. */
export const startCall = (deps: Deps, tx: Tx, id: string, why: Act): Promise<DialInRow | null> =>
  dialInMachine.move(deps, tx, {
    where: eq(dialIns.id, id),
    to: 'IN_CALL',
    set: { code: null, verifiedAt: why.at },
    why,
  });

/** Stores the provider's measurement once: the length of the call determines the bill. Null for an unknown call. */
export async function endCall(deps: Deps, key: CallKey, seconds: number): Promise<PhoneCall | null> {
  const at = deps.now();
  return deps.db.transaction(async (tx) => {
    const call = await lockCall(tx, key);
    if (!call || call.state === 'ended') return call ?? null;
    const cents = billOf(seconds, deps.config.phone.tariff);
    return callMachine.move(deps, tx, {
      where: isCall(key),
      to: 'ended',
      set: { endedAt: at, seconds, cents },
    });
  });
}

/** Ends the session, whatever the provider says about its call. The page learns it with the bill. */
export async function endDialIn(deps: Deps, tx: Tx, id: string): Promise<void> {
  await dialInMachine.move(deps, tx, {
    where: eq(dialIns.id, id),
    to: 'ENDED',
    set: { endedAt: deps.now() },
  });
}

/**
 * For a guest who logs in, since members pay with credits: expires the code, and the next sweep hangs up a running
 * call.
 */
export async function dropDialIn(deps: Deps, tx: Tx, id: string): Promise<void> {
  await expire(deps, tx, eq(dialIns.id, id));
  await endDialIn(deps, tx, id);
  await tx
    .update(phoneCalls)
    .set({ checkedAt: null })
    .where(and(eq(phoneCalls.dialInId, id), eq(phoneCalls.state, 'running')));
}

/** Expires codes that were not entered in time: all, or those of a browser. */
export const expireDialIns = (deps: Deps, guestKey?: string): Promise<DialInRow[]> =>
  deps.db.transaction((tx) => {
    const isOwn = guestKey === undefined ? undefined : eq(dialIns.guestKey, guestKey);
    return expire(deps, tx, and(isOwn, lte(dialIns.expiresAt, deps.now())));
  });

const expire = (deps: Deps, tx: Tx, where: SQL | undefined): Promise<DialInRow[]> =>
  dialInMachine.moveAll(deps, tx, { where, to: 'EXPIRED', set: { code: null } });

async function recordVerified(deps: Deps, tx: Tx, { rows, why }: MovedDialIns): Promise<void> {
  if (!why) return;
  for (const { id: session } of rows) {
    await recordAct(tx, why.caller, {
      act: 'dial-in.verified',
      subject: `dial-in:${session}`,
      at: why.at,
    });
    tx.afterCommit(() => deps.events.record('dial-in.verified', { session }));
  }
}

function pushState({ push }: Deps, tx: Tx, { rows }: MovedDialIns): void {
  for (const { id: session, state } of rows) {
    const status = { session, state, seconds: null, cents: null };
    tx.afterCommit(() => push.toDialIn(session, 'dial-in-status', status));
  }
}

async function endDialIns(deps: Deps, tx: Tx, { rows }: Moved<typeof phoneCalls, undefined>): Promise<void> {
  for (const { dialInId } of rows) if (dialInId) await endDialIn(deps, tx, dialInId);
}

/**
 * Throws `badRequest.username_exists` if the guest of another call has the name, and `badRequest.session.ended` if this
 * call has ended.
 */
export async function storeNickname({ db }: Pick<Deps, 'db'>, id: string, nickname: string): Promise<void> {
  try {
    const named = await db
      .update(dialIns)
      .set({ nickname })
      .where(and(eq(dialIns.id, id), eq(dialIns.state, 'IN_CALL')))
      .returning({ id: dialIns.id });
    if (named.length === 0) throw new AppError('badRequest.session.ended');
  } catch (error) {
    throw isDuplicate(error) ? new AppError('badRequest.username_exists') : error;
  }
}
