import type { checkHouseBooks as call } from '#contract/desk/house-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import type { BooksViolation } from '#server/ledger/check-books.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readBooks } from '#server/wallet/check-wallet.ts';

export async function checkHouseBooks(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
): Promise<OutputOf<typeof call>> {
  requireOperator(caller);
  const { faults, ...counts } = await readBooks(db);
  return { ...counts, faults: faults.map(shown) };
}

function shown(violation: BooksViolation) {
  const { fault } = violation;
  const sums = { balance: null, entries: null };
  switch (violation.fault) {
    case 'balance':
      return { fault, of: String(violation.account), balance: violation.balance, entries: violation.entries };
    case 'free':
      return { fault, of: String(violation.account), ...sums };
    case 'transfer':
      return { fault, of: String(violation.transfer), ...sums };
    case 'chain':
      return { fault, of: String(violation.entry), ...sums };
    case 'debt':
      return { fault, of: String(violation.return), ...sums };
    case 'dial-in-call':
      return { fault, of: violation.call, ...sums };
    case 'payout':
      return { fault, of: violation.payout, ...sums };
    default:
      return { fault, of: violation.payment, ...sums };
  }
}
