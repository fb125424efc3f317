import { z } from 'zod';
import { startOfDay } from '#contract/day.ts';
import { bookLines } from '#server/wallet/books/book-lines.ts';
import { command } from '../command.ts';

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
    for await (const line of bookLines({ db, config }, { ...span, vat })) say(line);
    return 0;
  },
});
