import { dayOf } from '#contract/day.ts';
import { type ByMonth, nextPayout, payableFrom, sumUntil } from '#contract/desk/money/payout-calls.ts';
import type { EarningWorth } from '#contract/studio/numbers/earnings-calls.ts';
import { payoutCents } from '#contract/wallet/prices.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { PayoutRow } from '#server/wallet/payouts/reads.ts';

interface NextPayout {
  month: string;
  credits: number;
  /** Whether the operator pays so little. */
  isEnough: boolean;
}

/** What a performer is paid next: for the last month that is over if it is enough, else for the one that runs. */
export function nextPayoutOf(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  months: { earned: ByMonth; paid: ByMonth },
): NextPayout {
  const { payoutRate: rate, payoutMinimum: minimum } = config;
  const isEnough = (credits: number): boolean =>
    credits >= Math.max(1, minimum) && (rate === null || payoutCents(credits, rate) >= 1);
  const next = nextPayout(now(), months, isEnough);
  return { ...next, isEnough: isEnough(next.credits) };
}

/** What a performer's credits are worth, and when they can be paid next. */
export function worthOf(
  deps: Pick<Deps, 'config' | 'now'>,
  earned: ByMonth,
  payouts: readonly PayoutRow[],
): EarningWorth {
  const { payoutRate: rate, payoutMinimum: minimum, messageReturnHours } = deps.config;
  const now = deps.now();
  const running = dayOf(now).slice(0, 7);
  const paid = paidOf(payouts);
  const next = nextPayoutOf(deps, { earned, paid });
  const from = payableFrom(next.month, messageReturnHours);
  return {
    rate,
    minimum,
    running: earned.get(running) ?? 0,
    open: sumUntil(earned, running) - sumUntil(paid, running),
    next: { ...next, from: dayOf(from), isPayable: from <= now },
  };
}

/** Without payouts that came back. */
function paidOf(payouts: readonly PayoutRow[]): Map<string, number> {
  const kept = payouts.filter(({ returnedAt }) => returnedAt === null);
  return new Map(kept.map(({ month, credits }) => [month, credits]));
}
