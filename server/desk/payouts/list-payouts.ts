import type { listPayouts as call } from '#contract/desk/payout-calls.ts';
import { payableFrom } from '#contract/desk/payouts.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { payoutsIn } from '#server/wallet/payouts/reads.ts';
import { duePayouts } from './due-payouts.ts';
import { shownPayout } from './shown-payout.ts';

export async function listPayouts(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  caller: Caller,
  { month }: { month: string },
): Promise<OutputOf<typeof call>> {
  requireOperator(caller);
  const due = await duePayouts(deps, { month });
  const rows = await payoutsIn(deps.db, month);
  const names = await performersFor(deps, inHouse).names(rows.map(({ performerId }) => performerId));
  const { payoutRate: rate, payoutMinimum: minimum, messageReturnHours } = deps.config;
  const from = payableFrom(month, messageReturnHours);
  return {
    rate,
    minimum,
    isPayable: from <= deps.now(),
    payableFrom: from.toISOString(),
    due: due.map(({ earlier: _, ...one }) => one),
    payouts: rows.map((row) => shownPayout(row, names.get(row.performerId) ?? '')),
  };
}
