import { and, eq, or } from 'drizzle-orm';
import type { Tx } from '#server/ports/database.ts';
import { accounts } from './tables.ts';
import { type Account, balanceOf, type TransferRequest, type TransferResult, transfer } from './transfer.ts';

const isAccount = ({ kind, owner }: Account) =>
  and(eq(accounts.kind, kind), eq(accounts.owner, String(owner)));

/** The house has as much as it is asked for. */
interface BoundedTransfer extends TransferRequest {
  from: Exclude<Account, { kind: 'house' }>;
}

/**
 * Moves `amount`, or as much of it as the balance carries; null where that is nothing. A known key throws
 * `badRequest.idempotency.conflict` unless it moved the same: call it for an act that is known to be new.
 */
export async function transferUpTo(
  tx: Tx,
  movement: BoundedTransfer,
): Promise<(TransferResult & { amount: number }) | null> {
  // The accounts that transfer locks, in its order. The house's is never locked: everybody would wait for it.
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(or(isAccount(movement.from), movement.to.kind === 'member' ? isAccount(movement.to) : undefined))
    .orderBy(accounts.id)
    .for('no key update');
  // Asked once they are held: nothing leaves meanwhile. The kept sum alone would leave out what came in a moment ago (0087).
  const balance = await balanceOf(tx, movement.from);
  const amount = Math.min(movement.amount, Math.max(0, balance));
  if (amount === 0) return null;
  return { ...(await transfer(tx, { ...movement, amount })), amount };
}
