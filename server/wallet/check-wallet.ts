import { count } from 'drizzle-orm';
import { type BooksCheck, type BooksViolation, findViolations } from '#server/ledger/check-books.ts';
import { accounts, currentBalance, transfers } from '#server/ledger/tables.ts';
import type { Db } from '#server/ports/database.ts';
import { wrongPhoneCalls } from './dial-in/check-calls.ts';
import { wrongPayouts } from './payouts/check-payouts.ts';
import { wrongPayments } from './purchase/check-payments.ts';
import { wrongDebts, wrongReturns } from './returns/check-returns.ts';

/** Checks that the books agree with payments, returns, debts, phone calls and payouts. */
export const walletChecks: readonly BooksCheck[] = [
  wrongPayments,
  wrongReturns,
  wrongDebts,
  wrongPhoneCalls,
  wrongPayouts,
];

export interface BooksState {
  readonly faults: readonly BooksViolation[];
  readonly accounts: number;
  readonly transfers: number;
  /** Sum of all balances: zero in correct books. */
  readonly total: number;
  /** Members and performers below zero: none in correct books. */
  readonly negative: number;
}

/** Checks the books without recording the result. */
export async function readBooks(db: Pick<Db, 'select'>): Promise<BooksState> {
  const faults = await findViolations(db, walletChecks);
  const balances = await db.select({ kind: accounts.kind, balance: currentBalance }).from(accounts);
  const [moved] = await db.select({ transfers: count() }).from(transfers);
  return {
    faults,
    accounts: balances.length,
    transfers: moved?.transfers ?? 0,
    total: balances.reduce((sum, { balance }) => sum + balance, 0),
    negative: balances.filter(({ kind, balance }) => kind !== 'house' && balance < 0).length,
  };
}
