import { dayOf, monthSpan } from '#contract/day.ts';
import { AppError } from '#contract/errors.ts';
import { type CsvDialect, csvAmount } from '#contract/wallet/csv.ts';
import { idIn } from '#contract/wallet/whole-number.ts';
import { csvFile, dialectIn } from '#server/calls/csv-file.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { earningsIn } from '#server/ledger/earnings.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { type PayoutRow, payoutsOf } from '#server/wallet/payouts/reads.ts';
import { requireMonth } from '../books/books.ts';

type Line = readonly (string | number | null)[];

/** A performer's statement of a month: what was owed before, earnings by kind, payouts, and what is owed after. */
export async function serveStatement(deps: Deps, request: RawRequest): Promise<RawAnswer> {
  const { month } = requireMonth(deps, request);
  const performerId = idIn(request.query.get('performer') ?? '');
  const performer = await performersFor(deps, inHouse).byId(performerId);
  if (!performer) throw new AppError('badRequest.performer.notExists');
  const span = monthSpan(month);
  const [found] = await earningsIn(deps.db, span, performerId);
  const { opening, earned, paidBefore, paidOut, byKind } = found ?? { ...nothing, byKind: {} };
  const isWithin = (at: Date | null): at is Date => at !== null && at >= span.from && at < span.to;
  const payouts = (await payoutsOf(deps.db, performerId)).reverse();
  const dialect = dialectIn(request.query);
  const lines: Line[] = [
    plainLine('opening', opening - paidBefore),
    ...Object.entries(byKind).map(([kind, credits]) => plainLine(kind, credits)),
    ...payouts
      .filter(({ paidAt }) => isWithin(paidAt))
      .map((row) => payoutLine(row, { what: 'payout', at: row.paidAt, dialect })),
    ...payouts.flatMap((row) =>
      isWithin(row.returnedAt)
        ? [payoutLine(row, { what: 'payout-return', at: row.returnedAt, dialect })]
        : [],
    ),
    plainLine('closing', opening - paidBefore + earned - paidOut),
  ];
  const head: Line[] = [['performer', performer.username], ['month', month], [], heads];
  return csvFile(`statement-${performerId}-${month}`, dialect, [...head, ...lines]);
}

const nothing = { opening: 0, earned: 0, paidBefore: 0, paidOut: 0 };
const heads = ['what', 'day', 'credits', 'euro', 'month', 'reference'];

const plainLine = (what: string, credits: number): Line => [what, null, credits, null, null, null];

interface Paid {
  what: 'payout' | 'payout-return';
  at: Date;
  dialect: CsvDialect;
}

function payoutLine(row: PayoutRow, { what, at, dialect }: Paid): Line {
  const sign = what === 'payout' ? -1 : 1;
  const money = csvAmount(sign * row.cents, dialect);
  return [what, dayOf(at), sign * row.credits, money, row.month, row.reference];
}
