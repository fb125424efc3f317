import type { listPerformerPayouts as call } from '#contract/desk/payout-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { payoutsOf } from '#server/wallet/payouts/reads.ts';
import { shownPayout } from './shown-payout.ts';

export async function listPerformerPayouts(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  { performer }: { performer: number },
): Promise<OutputOf<typeof call>> {
  requireOperator(caller);
  const rows = await payoutsOf(deps.db, performer);
  const names = await performersFor(deps, inHouse).names([performer]);
  return { result: rows.map((row) => shownPayout(row, names.get(performer) ?? '')) };
}
