import { addDays, dayOf, monthSpan, startOfDay } from '#contract/day.ts';
import { type Quarter, quarterOf } from '#contract/tax/seller.ts';
import { earnedParts } from '#server/chat/receipt/earned.ts';
import type { Deps } from '#server/ports/deps.ts';
import { creditWorth } from '#server/wallet/books/vat-sums.ts';
import { keptPayouts, type PayoutRow } from '#server/wallet/payouts/reads.ts';
import { showsOf } from './shows.ts';

/** By performer, then by year: four quarters. */
export type SellerFigures = ReadonlyMap<number, ReadonlyMap<number, readonly Quarter[]>>;

const nothing: Quarter = { paid: 0, fees: 0, activities: 0 };

interface Wanted {
  year?: number;
  performerId?: number;
}

/**
 * Figures by quarter of the day of payment, without payouts that came back. The fee is the average price, without VAT,
 * of credits sold up to that day, less what she was paid.
 */
export async function sellerFigures(
  deps: Pick<Deps, 'config' | 'db'>,
  { year, performerId }: Wanted,
): Promise<SellerFigures> {
  const all = new Map<number, Map<number, Quarter[]>>();
  const worths = new Map<string, Awaited<ReturnType<typeof creditWorth>>>();
  const before = new Map<number, PayoutRow>();
  for (const payout of await keptPayouts(deps.db, performerId)) {
    const last = before.get(payout.performerId);
    before.set(payout.performerId, payout);
    const day = dayOf(payout.paidAt);
    const quarter = quarterOf(day);
    const [of, at] = [Number(quarter.slice(0, 4)), Number(quarter.slice(6)) - 1];
    if (year !== undefined && of !== year) continue;
    const { to } = monthSpan(payout.month);
    const worth = worths.get(day) ?? (await creditWorth(deps, startOfDay(addDays(day, 1))));
    worths.set(day, worth);
    const from = last ? monthSpan(last.month).to : new Date(0);
    const activities = showsOf(await earnedParts(deps.db, payout.performerId, { from, to })).length;
    const years = all.get(payout.performerId) ?? new Map<number, Quarter[]>();
    const quarters = years.get(of) ?? [nothing, nothing, nothing, nothing];
    const sum = quarters[at] ?? nothing;
    const paid = worth.credits === 0 ? 0 : Math.floor((payout.credits * worth.cents) / worth.credits);
    const next = {
      paid: sum.paid + payout.cents,
      fees: sum.fees + Math.max(0, paid - payout.cents),
      activities: sum.activities + activities,
    };
    all.set(payout.performerId, years.set(of, quarters.with(at, next)));
  }
  return all;
}
