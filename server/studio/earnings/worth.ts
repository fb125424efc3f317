import { dayOf } from '#contract/day.ts';
import { creditsDue, payableFrom } from '#contract/desk/payout-calls.ts';
import { type EarningWorth, monthsUpTo } from '#contract/studio/earnings-calls.ts';
import { payoutCents } from '#contract/wallet/prices.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { PayoutRow } from '#server/wallet/payouts/reads.ts';

/** Credits by month, as `2026-11`. */
export type ByMonth = ReadonlyMap<string, number>;

/** Credits of the months up to the last one. */
export const sumUntil = (credits: ByMonth, last: string): number =>
  [...credits].reduce((sum, [month, count]) => sum + (month <= last ? count : 0), 0);

/** What a performer's credits are worth, and when they can be paid next. */
export function worthOf(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  earned: ByMonth,
  payouts: readonly PayoutRow[],
): EarningWorth {
  const { payoutRate: rate, payoutMinimum: minimum, messageReturnHours } = config;
  const running = dayOf(now()).slice(0, 7);
  const [last = running] = monthsUpTo(running, 2);
  const paid = paidOf(payouts);
  const isEnough = (credits: number): boolean =>
    credits >= Math.max(1, minimum) && (rate === null || payoutCents(credits, rate) >= 1);
  const lastDue = paid.has(last) ? 0 : creditsDue(last, earned, paid);
  const month = isEnough(lastDue) ? last : running;
  const credits = month === last ? lastDue : creditsDue(running, earned, paid);
  return {
    rate,
    minimum,
    running: earned.get(running) ?? 0,
    open: sumUntil(earned, running) - sumUntil(paid, running),
    next: {
      month,
      credits,
      from: dayOf(payableFrom(month, messageReturnHours)),
      isPayable: payableFrom(month, messageReturnHours) <= now(),
      isEnough: isEnough(credits),
    },
  };
}

/** Without payouts that came back. */
function paidOf(payouts: readonly PayoutRow[]): Map<string, number> {
  const kept = payouts.filter(({ returnedAt }) => returnedAt === null);
  return new Map(kept.map(({ month, credits }) => [month, credits]));
}
