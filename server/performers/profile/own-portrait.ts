import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/ports/database.ts';
import { performers } from '../tables.ts';

/** Lists and pages follow by `changed_in`. */
export async function storePortrait(
  tx: Tx,
  performerId: number,
  { version, color }: { version: string; color: string },
): Promise<void> {
  const own = JSON.stringify({ picture: version, color });
  await tx
    .update(performers)
    .set({ profile: sql`${performers.profile} || ${own}::jsonb` })
    .where(eq(performers.id, performerId));
}

export async function clearPortrait(tx: Tx, performerId: number): Promise<void> {
  await tx
    .update(performers)
    .set({ profile: sql`${performers.profile} - 'picture' - 'color'` })
    .where(eq(performers.id, performerId));
}
