import { eq } from 'drizzle-orm';
import { type Resealed, resealAll, type SecretChange } from '#server/identity/seal.ts';
import type { Tx } from '#server/ports/database.ts';
import { performerConsents, performerIdentities } from './tables.ts';

/** Identity records, also of removed performers. */
export async function resealIdentities(tx: Tx, change: SecretChange): Promise<Resealed> {
  const { performerId, sealed } = performerIdentities;
  const rows = await tx.select({ id: performerId, sealed }).from(performerIdentities);
  return resealAll(change, 'performer-identity', rows, (row, resealed) =>
    tx.update(performerIdentities).set({ sealed: resealed }).where(eq(performerId, row.id)),
  );
}

/** Names of co-performers. */
export async function resealConsents(tx: Tx, change: SecretChange): Promise<Resealed> {
  const { id, coPerformers } = performerConsents;
  const rows = await tx.select({ id, sealed: coPerformers }).from(performerConsents);
  return resealAll(change, 'performer-consent', rows, (row, resealed) =>
    tx.update(performerConsents).set({ coPerformers: resealed }).where(eq(id, row.id)),
  );
}
