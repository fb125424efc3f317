import { monthSpan } from '#contract/day.ts';
import {
  earningKinds,
  freeUses,
  type listMonthEarnings as listMonthEarningsCall,
} from '#contract/desk/money/book-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { monthField } from '#contract/fields.ts';
import { csvStream, dialectIn } from '#server/calls/csv-file.ts';
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

/** What each performer earned in a month. */
export async function listMonthEarnings(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  { month, rate, performer }: ParsedInput<typeof listMonthEarningsCall>,
): Promise<OutputOf<typeof listMonthEarningsCall>> {
  requireOperator(caller);
  const rows = await earningsIn(deps.db, monthSpan(month), performer);
  const names = await performersFor(deps, inHouse).names(rows.map(({ performerId }) => performerId));
  const free = await freeCreditsIn(deps.db, monthSpan(month));
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
    free: freeUses.map((use) => ({ use, credits: free[use] })),
  };
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
