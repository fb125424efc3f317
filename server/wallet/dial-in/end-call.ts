import { and, eq, lte } from 'drizzle-orm';
import { billOf, nextDialIn } from '#contract/wallet/dial-in-calls.ts';
import { eqFixed } from '#server/db/fixed.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type CallKey, isCall, lockCall } from './enter-code.ts';
import { dialIns, type PhoneCall, phoneCalls } from './tables.ts';

/** Stores the provider's measurement once: the length of the call determines the bill. Null for an unknown call. */
export async function endCall(deps: Deps, key: CallKey, seconds: number): Promise<PhoneCall | null> {
  const at = deps.now();
  return deps.db.transaction(async (tx) => {
    const call = await lockCall(tx, key);
    if (!call || call.state === 'ended') return call ?? null;
    const cents = billOf(seconds, deps.config.phone.tariff);
    const changes = { state: 'ended', endedAt: at, seconds, cents } as const;
    await tx.update(phoneCalls).set(changes).where(isCall(key));
    if (call.dialInId) await endDialIn(tx, call.dialInId, at);
    return { ...call, ...changes };
  });
}

/** Ends the session, whatever the provider says about its call. */
export async function endDialIn(tx: Pick<Tx, 'update'>, id: string, at: Date): Promise<void> {
  const state = nextDialIn('IN_CALL', 'ended');
  if (!state) return;
  await tx
    .update(dialIns)
    .set({ state, endedAt: at })
    .where(and(eq(dialIns.id, id), eqFixed(dialIns.state, 'IN_CALL')));
}

/**
 * For a guest who logs in, since members pay with credits: expires the code, and the next sweep hangs up a running
 * call.
 */
export async function dropDialIn(tx: Pick<Tx, 'update'>, id: string, at: Date): Promise<void> {
  await tx
    .update(dialIns)
    .set({ state: 'EXPIRED', code: null })
    .where(and(eq(dialIns.id, id), eqFixed(dialIns.state, 'PENDING')));
  await endDialIn(tx, id, at);
  await tx
    .update(phoneCalls)
    .set({ checkedAt: null })
    .where(and(eq(phoneCalls.dialInId, id), eqFixed(phoneCalls.state, 'running')));
}

/** Expires codes that were not entered in time. */
export async function expireDialIns({ db, now, push }: Pick<Deps, 'db' | 'now' | 'push'>): Promise<void> {
  const late = await db
    .update(dialIns)
    .set({ state: 'EXPIRED', code: null })
    .where(and(eqFixed(dialIns.state, 'PENDING'), lte(dialIns.expiresAt, now())))
    .returning({ session: dialIns.id });
  for (const { session } of late)
    push.toDialIn(session, 'dial-in-status', { session, state: 'EXPIRED', seconds: null, cents: null });
}
