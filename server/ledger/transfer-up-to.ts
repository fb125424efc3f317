import { and, eq, or } from 'drizzle-orm';
import type { Tx } from '#server/ports/database.ts';
import { accounts } from './tables.ts';
import { type Account, balanceOf, type TransferRequest, type TransferResult, transfer } from './transfer.ts';

const isAccount = ({ kind, owner }: Account) =>
  and(eq(accounts.kind, kind), eq(accounts.owner, String(owner)));

/**
 * Moves `amount`, or as much of it as the balance carries; null where that is nothing. A known key throws
 * `badRequest.idempotency.conflict` unless it moved the same: call it for an act that is known to be new.
 */
export async function transferUpTo(
  tx: Tx,
  movement: TransferRequest,
): Promise<(TransferResult & { amount: number }) | null> {
  // In the order of their ids, as transfer locks them.
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(or(isAccount(movement.from), isAccount(movement.to)))
    .orderBy(accounts.id)
    .for('no key update');
  // Asked once they are held: nothing leaves meanwhile. The kept sum alone would leave out what came in a moment ago (0087).
  const balance = await balanceOf(tx, movement.from);
  const amount = Math.min(movement.amount, Math.max(0, balance));
  if (amount === 0) return null;
  return { ...(await transfer(tx, { ...movement, amount })), amount };
}
