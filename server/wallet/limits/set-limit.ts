import { and, eq } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { changeLimit, type setLimit as call, type MemberLimits } from '#contract/wallet/limits-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { limitsOf, toLimit } from './reads.ts';
import { spendingLimits } from './tables.ts';

/** A lower limit applies at once, a higher or removed limit after a day. Setting the current limit cancels a pending change. */
export async function setLimit(
  deps: Deps,
  caller: Caller,
  { period, credits }: ParsedInput<typeof call>,
): Promise<MemberLimits> {
  const member = requireMember(caller);
  const { memberId } = member;
  await deps.limits.take('settings-money', String(memberId));
  const now = deps.now();
  const own = and(eq(spendingLimits.memberId, memberId), eq(spendingLimits.period, period));
  await deps.db.transaction(async (tx) => {
    // Creates the row to lock it, so that changes and spends of one member are serialized.
    await tx.insert(spendingLimits).values({ memberId, period }).onConflictDoNothing();
    const [row] = await tx.select().from(spendingLimits).where(own).for('update');
    const limit = changeLimit(toLimit(row), credits, now);
    const { next } = limit;
    await tx
      .update(spendingLimits)
      .set({
        credits: limit.credits,
        nextCredits: next?.credits ?? null,
        nextFrom: next?.from ?? null,
        toldFor: null,
      })
      .where(own);
    await recordAct(tx, member, { act: 'limit.set', subject: `limit:${period}`, at: now });
    tx.afterCommit(() => deps.events.record('limit.set', { member: memberId, period }));
  });
  return limitsOf(deps.db, memberId, now);
}
