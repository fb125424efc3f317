import { eq } from 'drizzle-orm';
import type { Tx } from '#server/ports/database.ts';
import { type Resealed, resealAll, type SecretChange } from '../seal.ts';
import { operators } from '../tables.ts';

/** Keys of authenticator apps. */
export async function resealCodeKeys(tx: Tx, change: SecretChange): Promise<Resealed> {
  const { id, codeKey } = operators;
  const rows = await tx.select({ id, sealed: codeKey }).from(operators);
  return resealAll(change, 'operator-code-key', rows, (row, resealed) =>
    tx.update(operators).set({ codeKey: resealed }).where(eq(id, row.id)),
  );
}
