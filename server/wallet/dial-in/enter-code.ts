import { and, eq } from 'drizzle-orm';
import { CODE_TRIES, dialInCodeSchema, nextDialIn } from '#contract/wallet/dial-in.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { CodeAnswer } from '#server/ports/ivr.ts';
import { type DialInRow, dialIns, type PhoneCall, phoneCalls } from './tables.ts';

/** Names a call of the provider that tells of it. */
export interface CallKey {
  provider: string;
  callId: string;
}

export const isCall = ({ provider, callId }: CallKey) =>
  and(eq(phoneCalls.provider, provider), eq(phoneCalls.callId, callId));

/** Stores a call the first time anything is told of it: notices arrive in any order. */
export async function noteCall({ db, now }: Pick<Deps, 'db' | 'now'>, key: CallKey): Promise<void> {
  const at = now();
  await db
    .insert(phoneCalls)
    .values({ ...key, state: 'running', startedAt: at, checkedAt: at })
    .onConflictDoNothing();
}

/** Locks the call's row until the transaction ends, so that a code and the end of the call do not cross. */
export async function lockCall(tx: Tx, key: CallKey): Promise<PhoneCall | undefined> {
  const [call] = await tx.select().from(phoneCalls).where(isCall(key)).for('update');
  return call;
}

interface Entered {
  said: CodeAnswer;
  /** The session that the call pays for from now on. */
  verified: string | null;
}

/**
 * Takes a code that was keyed in. One call pays for one session, and a code counts once: of two calls that enter it at
 * the same moment the second is refused.
 */
export async function enterCode(deps: Deps, caller: Caller, key: CallKey, code: string): Promise<CodeAnswer> {
  const at = deps.now();
  const { said, verified } = await deps.db.transaction(async (tx): Promise<Entered> => {
    const call = await lockCall(tx, key);
    if (!call || call.state === 'ended') return { said: 'session-not-found', verified: null };
    // The provider tells again what it has told.
    if (call.dialInId) return { said: 'accepted', verified: null };
    if (call.tries >= CODE_TRIES) return { said: 'too-many-tries', verified: null };
    const dialIn = dialInCodeSchema.safeParse(code).success ? await lockCode(tx, code) : undefined;
    const next = dialIn && nextDialIn(dialIn.state, dialIn.expiresAt > at ? 'verified' : 'timed-out');
    if (!dialIn || next !== 'IN_CALL') return { said: await refuse(tx, call, dialIn), verified: null };
    await tx
      .update(dialIns)
      .set({ state: next, code: null, verifiedAt: at })
      .where(eq(dialIns.id, dialIn.id));
    await tx.update(phoneCalls).set({ dialInId: dialIn.id }).where(isCall(key));
    await recordAct(tx, caller, { act: 'dial-in.verified', subject: `dial-in:${dialIn.id}`, at });
    return { said: 'accepted', verified: dialIn.id };
  });
  if (verified) announceVerified(deps, verified);
  else if (said !== 'accepted') deps.events.record('dial-in.code-refused', { said });
  return said;
}

async function lockCode(tx: Tx, code: string): Promise<DialInRow | undefined> {
  const [row] = await tx.select().from(dialIns).where(eq(dialIns.code, code)).for('update');
  return row;
}

async function refuse(tx: Tx, call: PhoneCall, late: DialInRow | undefined): Promise<CodeAnswer> {
  const tries = call.tries + 1;
  await tx.update(phoneCalls).set({ tries }).where(isCall(call));
  if (tries >= CODE_TRIES) return 'too-many-tries';
  return late ? 'session-not-found' : 'invalid-pin';
}

function announceVerified(deps: Deps, session: string): void {
  deps.push.toDialIn(session, 'dial-in-status', { session, state: 'IN_CALL', seconds: null, cents: null });
  deps.events.record('dial-in.verified', { session });
}
