import { and, asc, count, eq, isNull } from 'drizzle-orm';
import type { Db, Tx } from '#server/ports/database.ts';
import { performerApplications } from './tables.ts';

type Row = typeof performerApplications.$inferSelect;
/** An application that waits for a decision. */
export type Application = Row & { email: string };

type NewApplication = Pick<
  Row,
  'requestKey' | 'stageName' | 'languages' | 'message' | 'language' | 'receivedAt'
> & { email: string };

/** False if it was stored before, or if another one of this address waits. */
export async function storeApplication(tx: Tx, application: NewApplication): Promise<boolean> {
  const stored = await tx
    .insert(performerApplications)
    .values(application)
    .onConflictDoNothing()
    .returning({ id: performerApplications.id });
  return stored.length > 0;
}

const isWaiting = isNull(performerApplications.decidedAt);
const withAddress = (row: Row): Application[] => (row.email === null ? [] : [{ ...row, email: row.email }]);

/** Oldest first. */
export const waitingApplicationRows = (db: Pick<Db, 'select'>, limit: number) =>
  db
    .select()
    .from(performerApplications)
    .where(isWaiting)
    .orderBy(asc(performerApplications.id))
    .limit(limit);

export const waitingApplications = async (db: Pick<Db, 'select'>, limit: number): Promise<Application[]> =>
  (await waitingApplicationRows(db, limit)).flatMap(withAddress);

export async function countApplications(db: Pick<Db, 'select'>): Promise<number> {
  const [row] = await db.select({ count: count() }).from(performerApplications).where(isWaiting);
  return row?.count ?? 0;
}

/** Locks it; undefined if it does not wait any more. */
export async function holdApplication(tx: Tx, id: number): Promise<Application | undefined> {
  const [row] = await tx
    .select()
    .from(performerApplications)
    .where(and(eq(performerApplications.id, id), isWaiting))
    .for('update');
  return row && withAddress(row)[0];
}
