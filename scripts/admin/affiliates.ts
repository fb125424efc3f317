import { z } from 'zod';
import { dayOf } from '#contract/day.ts';
import { requireExport } from '#server/desk/value/export-file.ts';
import { type AffiliateDay, readAffiliateOverview } from '#server/member/read-affiliate-overview.ts';
import { command } from './command.ts';

const columns = ['day', 'affiliate', 'visits', 'visitors', 'sign-ups', 'first purchases', 'euro'] as const;

const cellsOf = (row: AffiliateDay): string[] => [
  row.day,
  row.affiliate || '-',
  ...[row.visits, row.visitors, row.signUps, row.firstPurchases].map(String),
  euro(row.cents),
];

/** `24.99`: whole numbers only, no rounding. */
const euro = (cents: number): string => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** Needs no quoting: codes consist of letters and digits. */
export const csvOf = (rows: readonly AffiliateDay[]): string[] =>
  [columns, ...rows.map(cellsOf)].map((cells) => cells.join(','));

export function tableOf(rows: readonly AffiliateDay[]): string[] {
  const lines = [columns, ...rows.map(cellsOf)];
  const widths = columns.map((_, place) => Math.max(...lines.map((cells) => cells[place]?.length ?? 0)));
  const sum = (pick: (row: AffiliateDay) => number) => rows.reduce((all, row) => all + pick(row), 0);
  const total = `${sum((row) => row.signUps)} sign-ups, ${sum((row) => row.firstPurchases)} first purchases, ${euro(sum((row) => row.cents))} euro`;
  const written = lines.map((cells) =>
    cells.map((cell, place) =>
      place < 2 ? cell.padEnd(widths[place] ?? 0) : cell.padStart(widths[place] ?? 0),
    ),
  );
  return [...written.map((cells) => cells.join('  ').trimEnd()), '', total];
}

const day = z.iso.date();

export const affiliateOverview = command({
  name: 'report affiliates',
  summary: 'Counts visits (with consent), sign-ups and first purchases by day and affiliate code',
  options: {
    from: { value: '<YYYY-MM-DD>', help: 'first day, in Amsterdam (default: the first of this month)' },
    to: { value: '<YYYY-MM-DD>', help: 'last day, included (default: today)' },
    csv: { help: 'as CSV' },
  },
  input: z
    .object({ from: day.optional(), to: day.optional(), csv: z.boolean().default(false) })
    .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], error: 'is before --from' }),
  async run(desk, { from, to, csv }) {
    const { db, now, say } = desk;
    const last = to ?? dayOf(now());
    const first = from ?? `${last.slice(0, 8)}01`;
    if (csv) await requireExport(desk, desk.caller, `affiliates:${first}:${last}`);
    const rows = await readAffiliateOverview({ db }, { from: first, to: last });
    for (const line of csv ? csvOf(rows) : tableOf(rows)) say(line);
    return 0;
  },
});
