import { z } from 'zod';
import { fileMoment, monthPattern } from '#contract/day.ts';
import { REFERENCE_MAX } from '#contract/desk/payout-calls.ts';
import { AppError } from '#contract/errors.ts';
import { csvRow } from '#contract/wallet/csv.ts';
import { hasAccountNumber } from '#contract/wallet/iban.ts';
import { earningRows, listMonthEarnings } from '#server/desk/books/books.ts';
import { listPayouts } from '#server/desk/payouts/list-payouts.ts';
import { payOut, returnPayout } from '#server/desk/value/acts.ts';
import { requireExport } from '#server/desk/value/export-file.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { columns, euro, explained } from './columns.ts';
import { command, sayWaits } from './command.ts';

const period = z.string().regex(monthPattern, 'must be a month like 2026-10');
const monthOption = { value: '<YYYY-MM>', help: 'the month; required' };

export const listPayoutsCommand = command({
  name: 'payouts due',
  summary:
    'Lists what performers are owed for a month, what stops a payout, and the payouts for or in that month',
  options: { period: monthOption },
  input: z.object({ period }),
  async run(desk, { period: month }) {
    const { due, payouts } = await listPayouts(desk, desk.caller, { month });
    const owed = due.map((one) => [
      one.username,
      one.credits,
      one.cents === null ? '' : euro(one.cents),
      one.version,
      one.stop ?? '',
    ]);
    const paid = payouts.map((one) => [
      one.payout,
      one.username,
      one.month,
      one.credits,
      euro(one.cents),
      one.reference,
      one.by,
      fileMoment(new Date(one.at)),
      one.returned
        ? `${fileMoment(new Date(one.returned.at))} ${one.returned.by}: ${one.returned.reason}`
        : '',
    ]);
    const lines = [
      ...columns(['performer', 'credits', 'euro', 'version', 'stopped by'], owed),
      '',
      ...columns(
        ['payout', 'performer', 'month', 'credits', 'euro', 'reference', 'by', 'at', 'came back'],
        paid,
      ),
    ];
    for (const line of lines) desk.say(line);
    return 0;
  },
});

export const payOutCommand = command({
  name: 'payouts paid',
  summary: 'Marks what a performer is owed for a month as paid by bank transfer, and mails her',
  operands: ['username'],
  options: {
    period: monthOption,
    version: { value: '<version>', help: 'as `payouts due` prints it: refused if it has changed; required' },
    reference: { value: '<text>', help: 'of the bank transfer, no account number; required' },
  },
  changes: true,
  input: z.object({
    username: z.string().min(1),
    period,
    version: z.string().min(1).max(64),
    reference: z
      .string()
      .trim()
      .min(1)
      .max(REFERENCE_MAX)
      .refine((text) => !hasAccountNumber(text), 'must not have an account number'),
  }),
  async run(desk, { username, period: month, ...seen }) {
    const performer = await performersFor(desk, inHouse).byName(username);
    if (!performer) throw new AppError('badRequest.performer.notExists');
    const form = { performer: performer.id, month, ...seen, formKey: desk.newId() };
    const { request, result: paid } = await payOut(desk, desk.caller, form).catch((error: unknown) =>
      explained(error, {
        'badRequest.payout.paid': `${username} was paid for ${month} already`,
        'badRequest.payout.changed': `what ${username} is owed has another version now: see payouts due`,
        'badRequest.payout.stopped': `${username} cannot be paid now: payouts due shows what stops it`,
      }),
    );
    if (!paid) return sayWaits(desk, request);
    desk.say(`Payout ${paid.payout}: ${euro(paid.cents)} for ${paid.credits} credits of ${username}.`);
    return 0;
  },
});

export const returnPayoutCommand = command({
  name: 'payouts returned',
  summary: 'Undoes a payout whose bank transfer came back; the month is due again',
  operands: ['payout'],
  changes: true,
  input: z.object({ payout: z.coerce.number().int().min(1) }),
  async run(desk, { payout }) {
    const { request } = await returnPayout(desk, desk.caller, { payout, formKey: desk.newId() });
    if (request !== null) return sayWaits(desk, request);
    desk.say(`Payout ${payout} is undone.`);
    return 0;
  },
});

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
