import { z } from 'zod';
import { limitPeriods } from '#contract/wallet/limits-calls.ts';
import type { WorkKind } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';

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
