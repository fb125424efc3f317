import { z } from 'zod';
import { startOfDay } from '#contract/day.ts';
import { reseal } from '#server/desk/house/read-house.ts';
import { requireExport } from '#server/desk/value/export-file.ts';
import { transfers } from '#server/ledger/tables.ts';
import type { Db } from '#server/ports/database.ts';
import { bookLines } from '#server/wallet/books/book-lines.ts';
import { readBooks } from '#server/wallet/check-wallet.ts';
import { columns } from './columns.ts';
import { command } from './command.ts';

export const checkLedger = command({
  name: 'ledger check',
  summary: 'Compares balances, entries, payments and calls; prints JSON, exits with 1 if the books are wrong',
  options: { keys: { help: 'adds the key of each transfer' } },
  input: z.object({ keys: z.boolean().default(false) }),
  async run({ db, say }, { keys }) {
    const { faults, total, negative, accounts, transfers: count } = await readBooks(db);
    const named = keys ? { keys: await keysOf(db) } : {};
    say(JSON.stringify({ faults, total, negative, accounts, transfers: count, ...named }));
    return faults.length === 0 && total === 0 && negative === 0 ? 0 : 1;
  },
});

async function keysOf(db: Db): Promise<string[]> {
  const moved = await db.select({ key: transfers.idempotencyKey }).from(transfers);
  return moved.map(({ key }) => key);
}

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
  changes: true,
  async run(desk, { from, to, vat }) {
    await requireExport(desk, desk.caller, `books:${from ?? 'first'}:${to ?? 'last'}`);
    const span = {
      from: from ? startOfDay(from) : new Date(0),
      to: to ? startOfDay(to) : new Date('9999-01-01'),
    };
    for await (const line of bookLines(desk, { ...span, vat })) desk.say(line);
    return 0;
  },
});

export const resealCommand = command({
  name: 'secret reseal',
  summary: 'Seals identity records and keys with a new SECRET; SECRET_BEFORE is the one before',
  changes: true,
  input: z.object({}),
  async run({ config, db, now, caller, say }) {
    const { secret, secretBefore: before } = config;
    if (before === null || before === secret)
      throw new Error('SECRET_BEFORE must be the secret before the present SECRET');
    const parts = Object.entries(await reseal({ config, db, now }, caller, { before }));
    const rows = parts.map(([name, { resealed, unreadable }]) => [name, resealed, unreadable]);
    for (const line of columns(['sealed', 'changed', 'unreadable'], rows)) say(line);
    return parts.some(([, { unreadable }]) => unreadable > 0) ? 1 : 0;
  },
});
