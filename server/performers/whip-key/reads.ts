import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '#server/ports/database.ts';
import type { WhipKeyRow } from './change-key.ts';
import { whipKeys } from './tables.ts';

/** Null if no key is valid. */
export async function openKey(db: Pick<Db, 'select'>, performerId: number): Promise<WhipKeyRow | null> {
  const [row] = await db
    .select()
    .from(whipKeys)
    .where(and(eq(whipKeys.performerId, performerId), eq(whipKeys.isOpen, true)));
  return row ?? null;
}

/** Performers whose keys were revoked or rotated since that moment. */
export async function revokedSince(
  db: Pick<Db, 'select'>,
  since: Date,
): Promise<{ performerId: number; revokedAt: Date }[]> {
  const rows = await db
    .select({ performerId: whipKeys.performerId, revokedAt: whipKeys.revokedAt })
    .from(whipKeys)
    .where(gt(whipKeys.revokedAt, since));
  return rows.flatMap(({ performerId, revokedAt }) => (revokedAt ? [{ performerId, revokedAt }] : []));
}
