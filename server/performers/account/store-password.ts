import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#server/ports/database.ts';
import { performers } from '../tables.ts';

/** Returns false if she was removed, or if the hash is no longer the one that was `before`. */
export async function storePassword(
  tx: Tx,
  performerId: number,
  { passwordHash, before }: { passwordHash: string; before?: string },
): Promise<boolean> {
  const isUnchanged = before === undefined ? undefined : eq(performers.passwordHash, before);
  const changed = await tx
    .update(performers)
    .set({ passwordHash })
    .where(and(eq(performers.id, performerId), isNull(performers.removedAt), isUnchanged))
    .returning({ id: performers.id });
  return changed.length > 0;
}
