import { z } from 'zod';
import { monthPattern } from '#contract/day.ts';
import { AppError } from '#contract/errors.ts';
import { csvRow } from '#contract/wallet/csv.ts';
import { earningRows, listMonthEarnings } from '#server/desk/books/books.ts';
import { requireExport } from '#server/desk/value/export-file.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { columns } from './columns.ts';
import { command } from './command.ts';

export const performersStatement = command({
  name: 'performers statement',
  summary: 'Lists what performers earned in a month, from the ledger: opening, by kind, closing',
  options: {
    period: { value: '<YYYY-MM>', help: 'the month' },
    performer: { value: '<username>', help: 'only this performer' },
    rate: { value: '<cents>', help: 'payout for 100 credits; adds a column with the payout in euro' },
    csv: { help: 'as CSV' },
  },
  input: z.object({
    period: z.string().regex(monthPattern, 'must be a month like 2026-10'),
    performer: z.string().min(1).optional(),
    rate: z.coerce.number().int().min(1).max(10_000).optional(),
    csv: z.boolean().default(false),
  }),
  async run(desk, { period, performer, rate, csv }) {
    const found = performer === undefined ? null : await performersFor(desk, inHouse).byName(performer);
    if (performer !== undefined && !found) throw new AppError('badRequest.performer.notExists');
    if (csv) await requireExport(desk, desk.caller, `earnings:${period}`);
    const earnings = await listMonthEarnings(desk, desk.caller, { month: period, rate, only: found?.id });
    const { heads, rows } = earningRows(earnings, rate !== undefined);
    const lines = csv ? [heads, ...rows].map((row) => csvRow(row)) : columns(heads, rows);
    for (const line of lines) desk.say(line);
    return 0;
  },
});
