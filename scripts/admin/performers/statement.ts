import { z } from 'zod';
import { monthPattern, monthSpan } from '#contract/day.ts';
import { AppError } from '#contract/errors.ts';
import { csvRow } from '#contract/wallet/csv.ts';
import { type Earnings, earningsIn } from '#server/ledger/earnings.ts';
import { findPerformer, performerNames } from '#server/performers/reads.ts';
import { columns, euro } from '../columns.ts';
import { command, type Desk } from '../command.ts';

const parts = [
  'tip',
  'minute',
  'minute-return',
  'toy-return',
  'dial-in',
  'message',
  'message-return',
] as const;
const heads = ['performer', 'name', 'opening', ...parts, 'other', 'earned', 'closing'];

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
    const rows = await statementRows(desk, period, performer);
    const names = await performerNames(
      desk,
      rows.map(({ performerId }) => performerId),
    );
    const shown = rows.map((row) => cellsOf(row, names.get(row.performerId) ?? '', rate));
    const all = rate === undefined ? heads : [...heads, 'owed'];
    const lines = csv ? [all, ...shown].map((row) => csvRow(row)) : columns(all, shown);
    for (const line of lines) desk.say(line);
    return 0;
  },
});

async function statementRows(
  { db }: Desk,
  period: string,
  username: string | undefined,
): Promise<Earnings[]> {
  const found = username === undefined ? null : await findPerformer({ db }, username);
  if (username !== undefined && !found) throw new AppError('badRequest.performer.notExists');
  return earningsIn(db, monthSpan(period), found?.id);
}

function cellsOf(row: Earnings, name: string, rate: number | undefined): (string | number)[] {
  const known = parts.map((part) => row.byKind[part] ?? 0);
  const other = row.earned - known.reduce((sum, credits) => sum + credits, 0);
  const owed = rate === undefined ? [] : [euro(Math.floor((row.earned * rate) / 100))];
  return [row.performerId, name, row.opening, ...known, other, row.earned, row.closing, ...owed];
}
