import { addDays, dayOf, daysIn, monthBefore, monthSpan, monthsUpTo, startOfDay } from '#contract/day.ts';
import { sumUntil } from '#contract/desk/money/payout-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import {
  CHART_MONTHS,
  type readEarnings as call,
  EARNINGS_PAGE,
  type EarningDay,
  type EarningShow,
  monthsBetween,
  sumByKind,
  sumEarnings,
} from '#contract/studio/numbers/earnings-calls.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { type EarnedPart, earnedParts } from '#server/chat/receipt/earned.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { earnedByMonth, firstEarningOf } from '#server/ledger/earnings.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type PayoutRow, payoutsOf } from '#server/wallet/payouts/reads.ts';
import { describeShows, type Show, showsOf } from './shows.ts';
import { worthOf } from './worth.ts';

export async function readEarnings(
  deps: Deps,
  caller: Caller,
  { month: chosen, page }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  const { db } = deps;
  const today = dayOf(deps.now());
  const thisMonth = today.slice(0, 7);
  const month = chosen ?? thisMonth;
  const span = monthSpan(month);
  const parts = await earnedParts(db, performerId, span);
  const todaysParts =
    month === thisMonth
      ? parts.filter(({ day }) => day === today)
      : await earnedParts(db, performerId, { from: startOfDay(today), to: startOfDay(addDays(today, 1)) });
  const first = await firstEarningOf(db, performerId);
  const chartMonths = monthsUpTo(month, CHART_MONTHS);
  // The oldest entry has all that was earned up to the chart.
  const earliest = monthBefore(chartMonths[0] ?? month);
  const monthly =
    (await earnedByMonth(db, earliest, performerId)).get(performerId) ?? new Map<string, number>();
  const payouts = await payoutsOf(db, performerId);
  const shows = showsOf(parts);
  const onPage = shows.slice((page - 1) * EARNINGS_PAGE, page * EARNINGS_PAGE);
  const sums = sumEarnings(parts);
  const opening = sumUntil(monthly, monthBefore(month));
  return {
    month,
    months: monthsBetween(dayOf(first ?? deps.now()).slice(0, 7), thisMonth),
    today: sumEarnings(todaysParts),
    ...sums,
    byKind: sumByKind(parts),
    opening,
    // Not the ledger's own: something may have been booked since `parts` was read.
    closing: opening + sums.earned,
    days: daysOf(parts, onPage, await describeShows(deps, onPage)),
    total: shows.length,
    byDay: daysIn(month).map((day) => ({
      day,
      earned: sumEarnings(parts.filter((part) => part.day === day)).earned,
    })),
    byMonth: chartMonths.map((one) => ({
      month: one,
      earned: one === month ? sums.earned : (monthly.get(one) ?? 0),
    })),
    worth: worthOf(deps, monthly, payouts),
    payouts: payouts.map(shownPayout),
  };
}

const shownPayout = ({ id, month, credits, cents, currency, paidAt, returnedAt }: PayoutRow) => ({
  payout: id,
  month,
  credits,
  cents,
  currency,
  paidOn: dayOf(paidAt),
  returnedOn: returnedAt && dayOf(returnedAt),
});

/** The days of the shows on a page. */
function daysOf(
  parts: readonly EarnedPart[],
  onPage: readonly Show[],
  described: EarningShow[],
): EarningDay[] {
  const days = Map.groupBy(
    described.map((show, at) => ({ show, day: onPage[at]?.day ?? '' })),
    ({ day }) => day,
  );
  return [...days].map(([day, rows]) => ({
    day,
    ...sumEarnings(parts.filter((part) => part.day === day)),
    shows: rows.map(({ show }) => show),
  }));
}
