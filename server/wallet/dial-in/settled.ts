import { and, asc, eq, isNull, lte, or } from 'drizzle-orm';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type CallKey, isCall, lockCall } from './reads.ts';
import { type PhoneCall, phoneCalls } from './tables.ts';

export type { PhoneCall } from './tables.ts';

/** ms between two queries about a call that is still running. */
const ASK_EVERY = 15_000;
/** Maximum number of calls per run. */
const BATCH = 50;

/** Locks the call; null unless it has ended and is not settled. */
export async function readCallToSettle(tx: Tx, key: CallKey): Promise<PhoneCall | null> {
  const call = await lockCall(tx, key);
  return call?.state === 'ended' && call.settledAt === null ? call : null;
}

export async function storeSettled(
  tx: Tx,
  call: PhoneCall,
  { credits, at }: { credits: number; at: Date },
): Promise<PhoneCall> {
  await tx.update(phoneCalls).set({ credits, settledAt: at }).where(isCall(call));
  return { ...call, credits, settledAt: at };
}

/**
 * Calls of this provider that are due for settlement. Marks them as checked first, so that a failing one does not delay
 * the rest.
 */
export async function takeDueCalls({ db, now }: Deps, provider: string): Promise<PhoneCall[]> {
  const at = now();
  const isDue = and(
    eq(phoneCalls.provider, provider),
    isNull(phoneCalls.settledAt),
    or(
      eq(phoneCalls.state, 'ended'),
      isNull(phoneCalls.checkedAt),
      lte(phoneCalls.checkedAt, new Date(at.getTime() - ASK_EVERY)),
    ),
  );
  const due = await db
    .select()
    .from(phoneCalls)
    .where(isDue)
    .orderBy(asc(phoneCalls.checkedAt), asc(phoneCalls.startedAt))
    .limit(BATCH);
  for (const call of due) await db.update(phoneCalls).set({ checkedAt: at }).where(isCall(call));
  return due;
}

export async function findCall({ db }: Pick<Deps, 'db'>, key: CallKey): Promise<PhoneCall | undefined> {
  const [call] = await db.select().from(phoneCalls).where(isCall(key));
  return call;
}
