import { addDays, dayOf, monthSpan, startOfDay } from '#contract/day.ts';
import type { EarnedTotals } from '#contract/studio/earned.ts';
import { earnedSums } from '#server/ledger/earned-sums.ts';
import { publicSinces } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';

type TotalsDeps = Pick<Deps, 'db' | 'now' | 'part' | 'config'>;

/** What performers have earned in the stream, the day and the month that run, from the ledger. */
export async function earnedTotals(
  deps: TotalsDeps,
  performerIds: readonly number[],
): Promise<Map<number, EarnedTotals>> {
  const now = deps.now();
  const today = dayOf(now);
  const of = today.slice(0, 7);
  const [day, month] = [startOfDay(today), monthSpan(of).from];
  const streams = await publicSinces(deps.db, performerIds);
  const sums = await earnedSums(
    deps,
    performerIds.map((performerId) => ({
      performerId,
      stream: streams.get(performerId) ?? null,
      day,
      month,
    })),
  );
  const dayLeftMs = startOfDay(addDays(today, 1)).getTime() - now.getTime();
  const { payoutRate: rate } = deps.config;
  return new Map(
    [...sums].map(([performerId, sum]) => {
      const stream = streams.has(performerId) ? sum.stream : null;
      return [performerId, { ...sum, stream, of, dayLeftMs, rate }];
    }),
  );
}

/** Those of one performer. */
export async function earnedTotalsOf(deps: TotalsDeps, performerId: number): Promise<EarnedTotals> {
  const totals = (await earnedTotals(deps, [performerId])).get(performerId);
  if (!totals) throw new Error(`No totals of performer ${performerId}`);
  return totals;
}
