import { dayOf, fileMoment } from '#contract/day.ts';
import { csvAmount, csvRow } from '#contract/wallet/csv.ts';
import { vatOn, vatWithin } from '#contract/wallet/vat.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type Movement, movements } from './movements.ts';

const heads = [
  'date',
  'transfer',
  'kind',
  'reference',
  'debit',
  'credit',
  'credits',
  'euro',
  'vat',
  'currency',
  'free',
];

export interface BookSpan {
  readonly from: Date;
  readonly to: Date;
  /** Percent; by default the rate of the day of the sale. */
  readonly vat?: number | undefined;
}

/** Every movement of the books as CSV, with its money and VAT, one line at a time and without line ends. */
export async function* bookLines(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { from, to, vat }: BookSpan,
): AsyncGenerator<string> {
  yield csvRow(heads);
  for await (const movement of movements(db, { from, to })) {
    const { at, transfer, kind, reference, debit, credit, credits, currency, free } = movement;
    yield csvRow([
      fileMoment(at),
      transfer,
      kind,
      reference,
      debit,
      credit,
      credits,
      ...moneyOf(movement, (day) => vat ?? vatOn(config.vatRates, day)),
      currency,
      free,
    ]);
  }
}

/** Amount in euro and its VAT at the rate of the day of the sale; a payout to a performer has no VAT. */
function moneyOf({ cents, soldAt }: Movement, percentOn: (day: string) => number): (string | null)[] {
  if (cents === null) return [null, null];
  if (soldAt === null) return [csvAmount(cents), null];
  return [csvAmount(cents), csvAmount(vatWithin(cents, percentOn(dayOf(soldAt))))];
}
