import { and, desc, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import { onlineStatus } from '#contract/performers/status.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import { performers } from '../tables.ts';
import { performerSuspensions } from './tables.ts';

export type SuspensionRow = typeof performerSuspensions.$inferSelect;

interface NewSuspension {
  performerId: number;
  statement: string;
  until: Date | null;
  by: string;
  at: Date;
}

/** Returns the id; null if she is suspended already. Lock her row first. */
export async function storeSuspension(
  tx: Tx,
  { performerId, statement, until, by, at }: NewSuspension,
): Promise<number | null> {
  const [row] = await tx
    .insert(performerSuspensions)
    .values({ performerId, statement, until, suspendedBy: by, suspendedAt: at })
    .onConflictDoNothing()
    .returning({ id: performerSuspensions.id });
  if (!row) return null;
  await tx.update(performers).set({ suspendedAt: at }).where(eq(performers.id, performerId));
  return row.id;
}

/** Ends the open suspension, or only the one with this id; false if it is not open. */
export async function storeLift(
  tx: Tx,
  { performerId, id, at }: { performerId: number; id?: number | undefined; at: Date },
): Promise<boolean> {
  const { performerId: of, id: number, liftedAt } = performerSuspensions;
  const isOpen = and(eq(of, performerId), isNull(liftedAt), id === undefined ? undefined : eq(number, id));
  const lifted = await tx
    .update(performerSuspensions)
    .set({ liftedAt: at })
    .where(isOpen)
    .returning({ id: number });
  if (lifted.length === 0) return false;
  await tx.update(performers).set({ suspendedAt: null }).where(eq(performers.id, performerId));
  return true;
}

/** Newest first. */
export const suspensionsOf = (db: Pick<Db, 'select'>, performerId: number): Promise<SuspensionRow[]> =>
  db
    .select()
    .from(performerSuspensions)
    .where(eq(performerSuspensions.performerId, performerId))
    .orderBy(desc(performerSuspensions.id));

/** Ids of suspended performers who are not offline yet. */
export async function suspendedOnline({ db }: { db: Pick<Db, 'select'> }): Promise<number[]> {
  const rows = await db
    .select({ id: performers.id })
    .from(performers)
    .where(and(ne(performers.onlineStatus, onlineStatus.offline), isNotNull(performers.suspendedAt)));
  return rows.map(({ id }) => id);
}
