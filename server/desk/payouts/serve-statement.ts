import { dayOf, monthSpan } from '#contract/day.ts';
import { AppError } from '#contract/errors.ts';
import { csvAmount, csvLine } from '#contract/wallet/csv.ts';
import { idIn } from '#contract/wallet/whole-number.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { earningsIn } from '#server/ledger/earnings.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { type PayoutRow, payoutsOf } from '#server/wallet/payouts/reads.ts';
import { csvFile, requireMonth } from '../books/books.ts';

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
  const lines: Line[] = [
    plainLine('opening', opening - paidBefore),
    ...Object.entries(byKind).map(([kind, credits]) => plainLine(kind, credits)),
    ...payouts.filter(({ paidAt }) => isWithin(paidAt)).map((row) => payoutLine(row, 'payout', row.paidAt)),
    ...payouts.flatMap((row) =>
      isWithin(row.returnedAt) ? [payoutLine(row, 'payout-return', row.returnedAt)] : [],
    ),
    plainLine('closing', opening - paidBefore + earned - paidOut),
  ];
  const head: Line[] = [['performer', performer.username], ['month', month], [], heads];
  const body = [...head, ...lines].map((line) => csvLine(line)).join('');
  return { status: 200, headers: csvFile(`statement-${performerId}-${month}`), body };
}

const nothing = { opening: 0, earned: 0, paidBefore: 0, paidOut: 0 };
const heads = ['what', 'day', 'credits', 'euro', 'month', 'reference'];

const plainLine = (what: string, credits: number): Line => [what, null, credits, null, null, null];

function payoutLine(row: PayoutRow, what: 'payout' | 'payout-return', at: Date): Line {
  const sign = what === 'payout' ? -1 : 1;
  const money = csvAmount(sign * row.cents);
  return [what, dayOf(at), sign * row.credits, money, row.month, row.reference];
}
