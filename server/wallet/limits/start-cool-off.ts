import { eq } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { coolOffUntil, type startCoolOff as call, type MemberLimits } from '#contract/wallet/limits-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { limitsOf } from './reads.ts';
import { coolOffRows } from './tables.ts';

/** Blocks purchases and spending until it ends. A longer running cool-off is kept. */
export async function startCoolOff(
  deps: Deps,
  caller: Caller,
  { length }: ParsedInput<typeof call>,
): Promise<MemberLimits> {
  const member = requireMember(caller);
  const { memberId } = member;
  await deps.limits.take('settings-money', String(memberId));
  const now = deps.now();
  await deps.db.transaction(async (tx) => {
    await tx.insert(coolOffRows).values({ memberId, until: now }).onConflictDoNothing();
    const own = eq(coolOffRows.memberId, memberId);
    const [row] = await tx.select().from(coolOffRows).where(own).for('update');
    await tx
      .update(coolOffRows)
      .set({ until: coolOffUntil(length, now, row?.until ?? null) })
      .where(own);
    await recordAct(tx, member, { act: 'limit.cool-off', subject: `cool-off:${length}`, at: now });
    tx.afterCommit(() => deps.events.record('limit.cool-off', { member: memberId, length }));
  });
  return limitsOf(deps.db, memberId, now);
}
