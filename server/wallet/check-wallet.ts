import type { BooksCheck } from '#server/ledger/check-books.ts';
import { wrongPhoneCalls } from './dial-in/check-calls.ts';
import { wrongPayments } from './purchase/check-payments.ts';
import { wrongDebts, wrongReturns } from './returns/check-returns.ts';

/** Checks that the books agree with payments, returns, debts and phone calls. */
export const walletChecks: readonly BooksCheck[] = [wrongPayments, wrongReturns, wrongDebts, wrongPhoneCalls];
