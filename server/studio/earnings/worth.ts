import { dayOf } from '#contract/day.ts';
import { type ByMonth, nextPayout, payableFrom, sumUntil } from '#contract/desk/payout-calls.ts';
import type { EarningWorth } from '#contract/studio/earnings-calls.ts';
import { payoutCents } from '#contract/wallet/prices.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { PayoutRow } from '#server/wallet/payouts/reads.ts';

/** What a performer's credits are worth, and when they can be paid next. */
export function worthOf(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  earned: ByMonth,
  payouts: readonly PayoutRow[],
): EarningWorth {
  const { payoutRate: rate, payoutMinimum: minimum, messageReturnHours } = config;
  const running = dayOf(now()).slice(0, 7);
  const paid = paidOf(payouts);
  const isEnough = (credits: number): boolean =>
    credits >= Math.max(1, minimum) && (rate === null || payoutCents(credits, rate) >= 1);
  const { month, credits } = nextPayout(now(), { earned, paid }, isEnough);
  const from = payableFrom(month, messageReturnHours);
  return {
    rate,
    minimum,
    running: earned.get(running) ?? 0,
    open: sumUntil(earned, running) - sumUntil(paid, running),
    next: {
      month,
      credits,
      from: dayOf(from),
      isPayable: from <= now(),
      isEnough: isEnough(credits),
    },
  };
}

/** Without payouts that came back. */
function paidOf(payouts: readonly PayoutRow[]): Map<string, number> {
  const kept = payouts.filter(({ returnedAt }) => returnedAt === null);
  return new Map(kept.map(({ month, credits }) => [month, credits]));
}
