import { and, eq, or } from 'drizzle-orm';
import type { Tx } from '#server/ports/database.ts';
import { accounts, freeRules } from './tables.ts';
import {
  type Account,
  balanceOf,
  freeCreditsOf,
  type TransferRequest,
  type TransferResult,
  transfer,
} from './transfer.ts';

const isAccount = ({ kind, owner }: Account) =>
  and(eq(accounts.kind, kind), eq(accounts.owner, String(owner)));

/** Not from the house, whose balance is unlimited. */
type BoundedTransfer = TransferRequest & { from: Exclude<Account, { kind: 'house' }> };

/**
 * Moves `amount` or what the balance has for this kind; null if nothing. For new acts only: a known key throws
 * `badRequest.idempotency.conflict` unless it moved the same amount.
 */
export async function transferUpTo(
  tx: Tx,
  movement: BoundedTransfer,
): Promise<(TransferResult & { amount: number }) | null> {
  // Locks the same accounts as `transfer`, in its order. The house's is never locked: every transfer would wait for it.
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(or(isAccount(movement.from), movement.to.kind === 'member' ? isAccount(movement.to) : undefined))
    .orderBy(accounts.id)
    .for('no key update');
  // Read after locking, so that nothing leaves meanwhile. `balance` alone would omit entries not yet summed up (0087).
  const balance = await balanceOf(tx, movement.from);
  const { kind, owner } = movement.from;
  const isBoughtOnly = kind === 'member' && freeRules[movement.kind] === 'bought';
  const kept = isBoughtOnly ? await freeCreditsOf(tx, owner) : 0;
  const amount = Math.min(movement.amount, Math.max(0, balance - kept));
  if (amount === 0) return null;
  return { ...(await transfer(tx, { ...movement, amount })), amount };
}
