import { z } from 'zod';
import { startOfDay } from '#contract/day.ts';
import { vatWithin } from '#contract/wallet/vat.ts';
import { euro } from '../columns.ts';
import { command } from '../command.ts';
import { csvLine } from '../csv.ts';
import { dayPattern } from '../period.ts';
import { movements } from './movements.ts';

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
    vat: { value: '<percent>', help: 'contained in the prices (21)' },
  },
  input: z.object({
    from: day.optional(),
    to: day.optional(),
    vat: z.coerce.number().int().min(0).max(100).default(21),
  }),
  async run({ db, say }, { from, to, vat }) {
    const span = {
      from: from ? startOfDay(from) : new Date(0),
      to: to ? startOfDay(to) : new Date('9999-01-01'),
    };
    say(csvLine(heads));
    for await (const { at, transfer, kind, reference, debit, credit, credits, cents, currency } of movements(
      db,
      span,
    )) {
      const money = cents === null ? [null, null] : [euro(cents), euro(vatWithin(cents, vat))];
      say(csvLine([at.toISOString(), transfer, kind, reference, debit, credit, credits, ...money, currency]));
    }
    return 0;
  },
});
