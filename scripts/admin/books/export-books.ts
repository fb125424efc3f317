import { z } from 'zod';
import { dayOf, startOfDay } from '#contract/day.ts';
import { csvRow } from '#contract/wallet/csv.ts';
import { vatOn, vatWithin } from '#contract/wallet/vat.ts';
import { euro } from '../columns.ts';
import { command } from '../command.ts';

import { dayPattern } from '../period.ts';
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

const day = z.string().regex(dayPattern, 'a day like 2026-10-01');

export const exportBooks = command({
  name: 'books export',
  summary: 'Every movement as CSV for an accountant, with money and VAT where there was any',
  options: {
    from: { value: '<YYYY-MM-DD>', help: 'first day' },
    to: { value: '<YYYY-MM-DD>', help: 'the day after the last' },
    vat: { value: '<percent>', help: 'contained in the prices (what VAT says of the day of the sale)' },
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

/** Euro, and the VAT within them at the rate of the day of the sale. */
function moneyOf({ cents, soldAt }: Movement, percentOn: (day: string) => number): (string | null)[] {
  if (cents === null || soldAt === null) return [null, null];
  return [euro(cents), euro(vatWithin(cents, percentOn(dayOf(soldAt))))];
}
