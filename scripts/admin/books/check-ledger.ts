import { z } from 'zod';
import { transfers } from '#server/ledger/tables.ts';
import type { Db } from '#server/ports/database.ts';
import { readBooks } from '#server/wallet/check-wallet.ts';
import { command } from '../command.ts';

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
