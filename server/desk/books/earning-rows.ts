import { earningKinds, type listMonthEarnings } from '#contract/desk/book-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { csvAmount } from '#contract/wallet/csv.ts';

const heads = ['performer', 'name', 'opening', ...earningKinds, 'other', 'earned', 'closing'];

/** A month's earnings as a table: its heads, then a row for each performer. */
export function earningRows(
  { result }: OutputOf<typeof listMonthEarnings>,
  hasRate: boolean,
): { heads: string[]; rows: (string | number)[][] } {
  const rows = result.map((row) => [
    row.performerId,
    row.username,
    row.opening,
    ...earningKinds.map((kind) => row.byKind[kind] ?? 0),
    row.other,
    row.earned,
    row.closing,
    ...(row.payout === null ? [] : [csvAmount(row.payout)]),
  ]);
  return { heads: hasRate ? [...heads, 'owed'] : heads, rows };
}
