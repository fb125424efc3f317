import { readConfig } from '#server/config/config.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { accounts, transfers } from '#server/ledger/tables.ts';
import { wrongPhoneCalls } from '../server/wallet/dial-in/check-calls.ts';
import { wrongPayments } from '../server/wallet/purchase/check-payments.ts';
import { openStoreOrEnd } from './lib/open-store.ts';

/** Needs a stopped product or PostgreSQL. Prints one line of JSON; exit code 1 when the books are wrong. */
const config = readConfig(process.env);
const { db, close } = await openStoreOrEnd(config);
try {
  const faults = await findViolations(db, [wrongPayments, wrongPhoneCalls]);
  const moved = await db.select({ key: transfers.idempotencyKey, amount: transfers.amount }).from(transfers);
  const balances = await db.select().from(accounts);
  const total = balances.reduce((sum, { balance }) => sum + balance, 0);
  const negative = balances.filter(({ kind, balance }) => kind !== 'house' && balance < 0).length;
  const verbose = process.argv.includes('--keys') ? { keys: moved.map(({ key }) => key) } : {};
  console.log(
    JSON.stringify({
      faults,
      total,
      negative,
      accounts: balances.length,
      transfers: moved.length,
      ...verbose,
    }),
  );
  process.exitCode = faults.length === 0 && total === 0 && negative === 0 ? 0 : 1;
} finally {
  await close();
}
