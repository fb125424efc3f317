import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { ParsedInput } from '#contract/endpoint.ts';
import {
  changeLimit,
  coolOffUntil,
  limitPeriods,
  type MemberLimits,
  type setLimit as setLimitCall,
  type startCoolOff as startCoolOffCall,
} from '#contract/wallet/limits-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { WorkKind } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { coolOffRows, spendingLimits } from '../tables.ts';
import { limitsOf, toLimit } from './reads.ts';

export async function readLimits(deps: Deps, caller: Caller): Promise<MemberLimits> {
  const { memberId } = requireMember(caller);
  return limitsOf(deps.db, memberId, deps.now());
}

/** A lower limit applies at once, a higher or removed limit after a day. Setting the current limit cancels a pending change. */
export async function setLimit(
  deps: Deps,
  caller: Caller,
  { period, credits }: ParsedInput<typeof setLimitCall>,
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

/** Blocks purchases and spending until it ends. A longer running cool-off is kept. */
export async function startCoolOff(
  deps: Deps,
  caller: Caller,
  { length }: ParsedInput<typeof startCoolOffCall>,
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

interface LimitNear {
  member: number;
  period: (typeof limitPeriods)[number];
  credits: number;
  spent: number;
}

/** Stored with the spend that uses up most of a limit. */
export const limitNearWork: WorkKind<LimitNear> = {
  kind: 'limit-near',
  payload: z.object({
    member: z.number().int(),
    period: z.enum(limitPeriods),
    credits: z.number().int(),
    spent: z.number().int(),
  }),
};

export async function tellLimitNear(
  { push }: Pick<Deps, 'push'>,
  { member, ...near }: LimitNear,
): Promise<void> {
  push.toMember(member, 'limit-near', near);
}
