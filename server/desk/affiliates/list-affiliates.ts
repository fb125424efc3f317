import { addDays } from '#contract/day.ts';
import type { listAffiliates as call } from '#contract/desk/affiliate-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { readAffiliateOverview } from '#server/member/read-affiliate-overview.ts';
import type { Deps } from '#server/ports/deps.ts';

type Affiliates = OutputOf<typeof call>;
type Row = Affiliates['result'][number];

/** Most registrations first, then most visits. */
export async function listAffiliates(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  { month }: ParsedInput<typeof call>,
): Promise<Affiliates> {
  requireOperator(caller);
  const from = `${month}-01`;
  const to = addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1);
  const sums = new Map<string, Row>();
  for (const day of await readAffiliateOverview(deps, { from, to })) {
    const { affiliate } = day;
    const before = sums.get(affiliate);
    sums.set(affiliate, {
      affiliate,
      visits: (before?.visits ?? 0) + day.visits,
      visitors: (before?.visitors ?? 0) + day.visitors,
      registrations: (before?.registrations ?? 0) + day.signUps,
      firstPurchases: (before?.firstPurchases ?? 0) + day.firstPurchases,
      cents: (before?.cents ?? 0) + day.cents,
    });
  }
  return { result: [...sums.values()].sort(byWorth) };
}

const byWorth = (one: Row, other: Row): number =>
  other.registrations - one.registrations ||
  other.visits - one.visits ||
  (one.affiliate < other.affiliate ? -1 : 1);
