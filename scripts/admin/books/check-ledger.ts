import { z } from 'zod';
import { findViolations } from '#server/ledger/check-books.ts';
import { accounts, currentBalance, transfers } from '#server/ledger/tables.ts';
import { walletChecks } from '#server/wallet/check-wallet.ts';
import { command } from '../command.ts';

export const checkLedger = command({
  name: 'ledger check',
  summary: 'Compares balances, entries, payments and calls; prints JSON, exits with 1 if the books are wrong',
  options: { keys: { help: 'adds the key of each transfer' } },
  input: z.object({ keys: z.boolean().default(false) }),
  async run({ db, say }, { keys }) {
    const faults = await findViolations(db, walletChecks);
    const moved = await db.select({ key: transfers.idempotencyKey }).from(transfers);
    const balances = await db.select({ kind: accounts.kind, balance: currentBalance }).from(accounts);
    const total = balances.reduce((sum, { balance }) => sum + balance, 0);
    const negative = balances.filter(({ kind, balance }) => kind !== 'house' && balance < 0).length;
    const counts = { accounts: balances.length, transfers: moved.length };
    const named = keys ? { keys: moved.map(({ key }) => key) } : {};
    say(JSON.stringify({ faults, total, negative, ...counts, ...named }));
    return faults.length === 0 && total === 0 && negative === 0 ? 0 : 1;
  },
});
