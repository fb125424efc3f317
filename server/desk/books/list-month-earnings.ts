import { monthSpan } from '#contract/day.ts';
import { type listMonthEarnings as call, earningKinds } from '#contract/desk/book-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { earningsIn } from '#server/ledger/earnings.ts';
import { freeCreditsIn } from '#server/ledger/free-credits.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';

/** What each performer earned in a month; with `only` that one. */
export async function listMonthEarnings(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  { month, rate, only }: { month: string; rate?: number | undefined; only?: number | undefined },
): Promise<OutputOf<typeof call>> {
  requireOperator(caller);
  const rows = await earningsIn(deps.db, monthSpan(month), only);
  const names = await performersFor(deps, inHouse).names(rows.map(({ performerId }) => performerId));
  return {
    result: rows.map(({ byKind, paidBefore, paidOut, ...row }) => {
      const known = earningKinds.reduce((sum, kind) => sum + (byKind[kind] ?? 0), 0);
      return {
        ...row,
        username: names.get(row.performerId) ?? '',
        byKind: Object.fromEntries(earningKinds.map((kind) => [kind, byKind[kind] ?? 0])),
        other: row.earned - known,
        payout: rate === undefined ? null : Math.floor((row.earned * rate) / 100),
      };
    }),
    free: await freeCreditsIn(deps.db, monthSpan(month)),
  };
}
