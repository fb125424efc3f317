import { monthSpan } from '#contract/day.ts';
import {
  earningKinds,
  type listMonthEarnings as listMonthEarningsCall,
  rateField,
} from '#contract/desk/money/book-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { monthField } from '#contract/fields.ts';
import { type CsvDialect, csvAmount } from '#contract/wallet/csv.ts';
import { csvFile, csvStream, dialectIn } from '#server/calls/csv-file.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import {
  type Caller,
  type DeskCaller,
  requireDesk,
  requireOperator,
  requireRole,
} from '#server/identity/caller.ts';
import { earningsIn } from '#server/ledger/earnings.ts';
import { freeCreditsIn } from '#server/ledger/free-credits.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { bookLines } from '#server/wallet/books/book-lines.ts';

/** What each performer earned in a month; with `only` one performer's. */
export async function listMonthEarnings(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  { month, rate, only }: { month: string; rate?: number | undefined; only?: number | undefined },
): Promise<OutputOf<typeof listMonthEarningsCall>> {
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

const heads = ['performer', 'name', 'opening', ...earningKinds, 'other', 'earned', 'closing'];

/** A month's earnings as a table: its heads, then a row for each performer. */
export function earningRows(
  { result }: OutputOf<typeof listMonthEarningsCall>,
  hasRate: boolean,
  dialect?: CsvDialect,
): { heads: string[]; rows: (string | number)[][] } {
  const rows = result.map((row) => [
    row.performerId,
    row.username,
    row.opening,
    ...earningKinds.map((kind) => row.byKind[kind] ?? 0),
    row.other,
    row.earned,
    row.closing,
    ...(row.payout === null ? [] : [csvAmount(row.payout, dialect)]),
  ]);
  return { heads: hasRate ? [...heads, 'owed'] : heads, rows };
}

/** Throws unless the caller may read the books, and `badRequest.invalid.input` for a text that is no month. */
export function requireMonth(deps: Deps, { caller, query }: RawRequest): { desk: DeskCaller; month: string } {
  requireFeature(deps, 'desk');
  requireRole(caller, ['finance']);
  const month = monthField.safeParse(query.get('month'));
  if (!month.success) throw new AppError('badRequest.invalid.input', { fields: ['month'] });
  return { desk: requireDesk(caller), month: month.data };
}

/** A month of the books for the accountant. */
export async function serveBooks(deps: Deps, request: RawRequest): Promise<RawAnswer> {
  const { month } = requireMonth(deps, request);
  const dialect = dialectIn(request.query);
  return csvStream(`books-${month}`, bookLines(deps, { ...monthSpan(month), dialect }));
}

/** The earnings of a month, with what is owed if the query has a rate. */
export async function serveMonthEarnings(deps: Deps, request: RawRequest): Promise<RawAnswer> {
  const { desk, month } = requireMonth(deps, request);
  const text = request.query.get('rate');
  const rate = rateField.safeParse(text);
  if (text && !rate.success) throw new AppError('badRequest.invalid.input', { fields: ['rate'] });
  const earnings = await listMonthEarnings(deps, desk, { month, rate: text ? rate.data : undefined });
  const dialect = dialectIn(request.query);
  const { heads, rows } = earningRows(earnings, Boolean(text), dialect);
  return csvFile(`earnings-${month}`, dialect, [heads, ...rows]);
}
