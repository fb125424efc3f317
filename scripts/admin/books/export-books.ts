import { z } from 'zod';
import { dayOf, startOfDay } from '#contract/day.ts';
import { csvRow } from '#contract/wallet/csv.ts';
import { vatOn, vatWithin } from '#contract/wallet/vat.ts';
import { euro } from '../columns.ts';
import { command } from '../command.ts';
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
];

const dayPattern = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const day = z.string().regex(dayPattern, 'must be a day like 2026-10-01');

export const exportBooks = command({
  name: 'books export',
  summary: 'Exports every movement as CSV for an accountant, with its money and VAT',
  options: {
    from: { value: '<YYYY-MM-DD>', help: 'first day' },
    to: { value: '<YYYY-MM-DD>', help: 'the day after the last' },
    vat: { value: '<percent>', help: 'VAT in the prices (default: the rate in VAT on the day of the sale)' },
  },
  input: z.object({
    from: day.optional(),
    to: day.optional(),
    vat: z.coerce.number().int().min(0).max(100).optional(),
  }),
  async run({ db, say, config }, { from, to, vat }) {
    const span = {
      from: from ? startOfDay(from) : new Date(0),
      to: to ? startOfDay(to) : new Date('9999-01-01'),
    };
    say(csvRow(heads));
    for await (const movement of movements(db, span)) {
      const { at, transfer, kind, reference, debit, credit, credits, currency } = movement;
      say(
        csvRow([
          ...[at.toISOString(), transfer, kind, reference, debit, credit, credits],
          ...moneyOf(movement, (day) => vat ?? vatOn(config.vatRates, day)),
          currency,
        ]),
      );
    }
    return 0;
  },
});

/** Amount in euro and its VAT at the rate of the day of the sale. */
function moneyOf({ cents, soldAt }: Movement, percentOn: (day: string) => number): (string | null)[] {
  if (cents === null || soldAt === null) return [null, null];
  return [euro(cents), euro(vatWithin(cents, percentOn(dayOf(soldAt))))];
}
