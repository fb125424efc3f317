import { addDays, dayOf, mondayOf, monthSpan, startOfDay } from '#contract/day.ts';
import type { EarnedTotals } from '#contract/studio/numbers/earned.ts';
import { type EarnedSums, earnedSums } from '#server/ledger/earned-sums.ts';
import { publicSinces } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';

type SumsDeps = Pick<Deps, 'db' | 'now' | 'part'>;
type TotalsDeps = SumsDeps & Pick<Deps, 'config'>;

/** What performers have earned in the stream, the day, the week and the month that run, from the ledger. */
async function runningSums(
  deps: SumsDeps,
  performerIds: readonly number[],
): Promise<Map<number, EarnedSums>> {
  const today = dayOf(deps.now());
  const spans = {
    day: startOfDay(today),
    week: startOfDay(mondayOf(today)),
    month: monthSpan(today.slice(0, 7)).from,
  };
  const streams = await publicSinces(deps.db, performerIds);
  return earnedSums(
    deps,
    performerIds.map((performerId) => ({
      ...spans,
      performerId,
      stream: streams.get(performerId) ?? null,
    })),
  );
}

/** Those of one performer. */
export async function runningSumsOf(deps: SumsDeps, performerId: number): Promise<EarnedSums> {
  const sums = (await runningSums(deps, [performerId])).get(performerId);
  if (!sums) throw new Error(`No sums of performer ${performerId}`);
  return sums;
}

/** The same as the studio's pages show it. */
export async function earnedTotals(
  deps: TotalsDeps,
  performerIds: readonly number[],
): Promise<Map<number, EarnedTotals>> {
  const all = await runningSums(deps, performerIds);
  return new Map([...all].map(([performerId, sums]) => [performerId, totalsOf(deps, sums)]));
}

export const earnedTotalsOf = async (deps: TotalsDeps, performerId: number): Promise<EarnedTotals> =>
  totalsOf(deps, await runningSumsOf(deps, performerId));

function totalsOf(
  { now, config: { payoutRate: rate } }: Pick<Deps, 'now' | 'config'>,
  { stream, day, month, entries }: EarnedSums,
): EarnedTotals {
  const today = dayOf(now());
  const dayLeftMs = startOfDay(addDays(today, 1)).getTime() - now().getTime();
  return { stream, day, month, entries, of: today.slice(0, 7), dayLeftMs, rate };
}
