import { addDays } from '#contract/day.ts';
import type { listAffiliates as listAffiliatesCall } from '#contract/desk/affiliate-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { csvAmount, csvLine } from '#contract/wallet/csv.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { readAffiliateOverview } from '#server/member/read-affiliate-overview.ts';
import type { Deps } from '#server/ports/deps.ts';
import { csvFile, requireMonth } from '../books/books.ts';

type Affiliates = OutputOf<typeof listAffiliatesCall>;
type Row = Affiliates['result'][number];

/** Most registrations first, then most visits. */
export async function listAffiliates(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  { month }: ParsedInput<typeof listAffiliatesCall>,
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

const heads = ['affiliate', 'visits', 'visitors', 'registrations', 'first purchases', 'euro'];

/** A month's affiliates as a file. It names no member. */
export async function serveAffiliates(deps: Deps, request: RawRequest): Promise<RawAnswer> {
  const { desk, month } = requireMonth(deps, request);
  const { result } = await listAffiliates(deps, desk, { month });
  const rows = result.map(({ affiliate, visits, visitors, registrations, firstPurchases, cents }) => [
    String(affiliate),
    String(visits),
    String(visitors),
    String(registrations),
    String(firstPurchases),
    csvAmount(cents),
  ]);
  const body = [heads, ...rows].map((row) => csvLine(row)).join('');
  return { status: 200, headers: csvFile(`affiliates-${month}`), body };
}
