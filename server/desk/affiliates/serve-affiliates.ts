import { csvAmount, csvLine } from '#contract/wallet/csv.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import type { Deps } from '#server/ports/deps.ts';
import { csvFile, requireMonth } from '../books/serve-books.ts';
import { listAffiliates } from './list-affiliates.ts';

const heads = ['affiliate', 'visits', 'visitors', 'registrations', 'first purchases', 'euro'];

/** A month's affiliates as a file. It names no member, so it leaves no audit row. */
export async function serveAffiliates(deps: Deps, request: RawRequest): Promise<RawAnswer> {
  const { desk, month } = requireMonth(deps, request);
  const { result } = await listAffiliates(deps, desk, { month });
  const rows = result.map(({ cents, ...row }) => [
    ...[row.affiliate, row.visits, row.visitors, row.registrations, row.firstPurchases].map(String),
    csvAmount(cents),
  ]);
  const body = [heads, ...rows].map((row) => csvLine(row)).join('');
  return { status: 200, headers: csvFile(`affiliates-${month}`), body };
}
