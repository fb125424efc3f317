import type { Tx } from '#server/ports/database.ts';
import type { SessionOwner } from '../sessions.ts';
import { isPasskeyOf } from './reads.ts';
import { passkeys } from './tables.ts';

/** Removes every passkey of an account; returns their ids. */
export async function erasePasskeys(tx: Pick<Tx, 'delete'>, owner: SessionOwner): Promise<string[]> {
  const removed = await tx.delete(passkeys).where(isPasskeyOf(owner)).returning({ id: passkeys.id });
  return removed.map(({ id }) => id);
}
