import type { Tx } from '#server/ports/database.ts';
import type { AccountOwner } from '../sessions.ts';
import { isPasskeyOf } from './reads.ts';
import { passkeys } from './tables.ts';

/** Removes every passkey of an account; returns their ids. */
export async function erasePasskeys(tx: Pick<Tx, 'delete'>, owner: AccountOwner): Promise<string[]> {
  const removed = await tx.delete(passkeys).where(isPasskeyOf(owner)).returning({ id: passkeys.id });
  return removed.map(({ id }) => id);
}
