import { addDays, dayOf } from '#contract/day.ts';
import type {
  listAffiliateDays as listAffiliateDaysCall,
  listAffiliates as listAffiliatesCall,
} from '#contract/desk/money/affiliate-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { readAffiliateOverview } from '#server/member/read-affiliate-overview.ts';
import type { Deps } from '#server/ports/deps.ts';

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

/** By day, then by code. Throws `badRequest.invalid.input` if the first day is after the last one. */
export async function listAffiliateDays(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { from, to = dayOf(deps.now()) }: ParsedInput<typeof listAffiliateDaysCall>,
): Promise<OutputOf<typeof listAffiliateDaysCall>> {
  requireOperator(caller);
  const first = from ?? `${to.slice(0, 8)}01`;
  if (first > to) throw new AppError('badRequest.invalid.input', { fields: ['to'] });
  const days = await readAffiliateOverview(deps, { from: first, to });
  return { result: days.map(({ signUps, ...day }) => ({ ...day, registrations: signUps })) };
}
