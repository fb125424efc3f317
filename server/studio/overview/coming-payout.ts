import { addDays, dayOf } from '#contract/day.ts';
import { creditsDue, payableFrom, stopOf } from '#contract/desk/payout-calls.ts';
import type { Overview, Worth } from '#contract/studio/overview-calls.ts';
import { payoutCents } from '#contract/wallet/prices.ts';
import { earnedByMonth } from '#server/ledger/earnings.ts';
import type { RecordRow } from '#server/performers/records/find-records.ts';
import type { Deps } from '#server/ports/deps.ts';
import { paidByMonth } from '#server/wallet/payouts/reads.ts';

type Reader = Pick<Deps, 'config' | 'db' | 'now'>;

/** Credits with what the operator pays for them. */
export const worthOf = ({ config: { payoutRate } }: Pick<Deps, 'config'>, credits: number): Worth => ({
  credits,
  cents: payoutRate === null ? null : payoutCents(credits, payoutRate),
});

/** For the last month that is over, or for this one if that is paid; null if neither has earnings that are not paid. */
export async function comingPayout(deps: Reader, record: RecordRow): Promise<Overview['payout']> {
  const now = deps.now();
  const thisMonth = dayOf(now).slice(0, 7);
  const lastMonth = addDays(`${thisMonth}-01`, -1).slice(0, 7);
  const earned = (await earnedByMonth(deps.db, lastMonth, record.id)).get(record.id) ?? new Map();
  const paid = (await paidByMonth(deps.db, record.id)).get(record.id) ?? new Map();
  const settled = new Map([...paid].map(([month, { credits }]) => [month, credits]));
  const due = (settled.get(lastMonth) ?? 0) > 0 ? 0 : creditsDue(lastMonth, earned, settled);
  const month = due > 0 ? lastMonth : thisMonth;
  const credits = due > 0 ? due : creditsDue(thisMonth, earned, settled);
  if (credits === 0) return null;
  const { payoutMinimum: minimum, identityRequired, messageReturnHours } = deps.config;
  const worth = worthOf(deps, credits);
  const stop = stopOf({
    ...worth,
    minimum,
    isPayable: true,
    lacksIdentity: identityRequired && record.approvedAt === null,
    isSuspended: record.suspendedAt !== null,
    isRemoved: record.removedAt !== null,
  });
  return { month, ...worth, from: payableFrom(month, messageReturnHours).toISOString(), stop };
}
