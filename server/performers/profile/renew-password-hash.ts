import { and, eq } from 'drizzle-orm';
import type { Deps } from '#server/ports/deps.ts';
import { performers } from '../tables.ts';

/** Does nothing if the hash has changed meanwhile. */
export async function renewPasswordHash(
  { db }: Pick<Deps, 'db'>,
  performerId: number,
  { before, passwordHash }: { before: string; passwordHash: string },
): Promise<void> {
  await db
    .update(performers)
    .set({ passwordHash })
    .where(and(eq(performers.id, performerId), eq(performers.passwordHash, before)));
}
