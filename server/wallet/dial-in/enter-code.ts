import { eq } from 'drizzle-orm';
import { CODE_TRIES, dialInCodeSchema } from '#contract/wallet/dial-in-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { CodeAnswer } from '#server/ports/gateways.ts';
import { type CallKey, isCall, lockCall } from './reads.ts';
import { type DialInRow, dialIns, type PhoneCall, phoneCalls } from './tables.ts';
import { callMachine, startCall } from './transitions.ts';

/** Stores a call at its first notice: notices arrive in any order. */
export async function noteCall({ db, now }: Pick<Deps, 'db' | 'now'>, key: CallKey): Promise<void> {
  const at = now();
  await db
    .insert(phoneCalls)
    .values({ ...key, state: callMachine.first, startedAt: at, checkedAt: at })
    .onConflictDoNothing();
}

/**
 * Handles a code that was keyed in. A call pays for one session and a code is valid once: of two simultaneous calls
 * with the same code the second is refused.
 */
export async function enterCode(deps: Deps, caller: Caller, key: CallKey, code: string): Promise<CodeAnswer> {
  const at = deps.now();
  return deps.db.transaction(async (tx) => {
    const refuse = (answer: CodeAnswer): CodeAnswer => {
      tx.afterCommit(() => deps.events.record('dial-in.code-refused', { said: answer }));
      return answer;
    };
    const call = await lockCall(tx, key);
    if (!call || call.state === 'ended') return refuse('session-not-found');
    // A repeated notice about an accepted code.
    if (call.dialInId) return 'accepted';
    if (call.tries >= CODE_TRIES) return refuse('too-many-tries');
    const dialIn = dialInCodeSchema.safeParse(code).success ? await lockCode(tx, code) : undefined;
    if (!dialIn || dialIn.expiresAt <= at || !(await startCall(deps, tx, dialIn.id, { caller, at })))
      return refuse(await countTry(tx, call, dialIn));
    await tx.update(phoneCalls).set({ dialInId: dialIn.id }).where(isCall(key));
    return 'accepted';
  });
}

async function lockCode(tx: Tx, code: string): Promise<DialInRow | undefined> {
  const [row] = await tx.select().from(dialIns).where(eq(dialIns.code, code)).for('update');
  return row;
}

async function countTry(tx: Tx, call: PhoneCall, late: DialInRow | undefined): Promise<CodeAnswer> {
  const tries = call.tries + 1;
  await tx.update(phoneCalls).set({ tries }).where(isCall(call));
  if (tries >= CODE_TRIES) return 'too-many-tries';
  return late ? 'session-not-found' : 'invalid-pin';
}
