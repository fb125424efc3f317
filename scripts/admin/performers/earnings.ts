import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import { accounts, entries, type TransferKind, transfers } from '#server/ledger/tables.ts';
import type { Db } from '#server/ports/database.ts';

export interface Earnings {
  performerId: number;
  /** Credits: earned before the period, in it, and in all. */
  opening: number;
  earned: number;
  closing: number;
  /** What the period's are made of; what was given back is below zero. */
  byKind: Readonly<Partial<Record<TransferKind, number>>>;
}

/** Of every performer who ever earned, by the entries of the ledger. */
export async function earningsIn(
  db: Pick<Db, 'select'>,
  { from, to }: { from: Date; to: Date },
): Promise<Earnings[]> {
  const begin = sql`${from.toISOString()}::timestamptz`;
  const sumWhere = (condition: SQL) =>
    sql<number>`coalesce(sum(${entries.amount}) filter (where ${condition}), 0)`.mapWith(Number);
  const rows = await db
    .select({
      owner: accounts.owner,
      kind: transfers.kind,
      before: sumWhere(sql`${transfers.createdAt} < ${begin}`),
      within: sumWhere(sql`${transfers.createdAt} >= ${begin}`),
    })
    .from(entries)
    .innerJoin(accounts, eq(accounts.id, entries.accountId))
    .innerJoin(transfers, eq(transfers.id, entries.transferId))
    .where(and(eq(accounts.kind, 'performer'), lt(transfers.createdAt, to)))
    .groupBy(accounts.owner, transfers.kind);
  const all = new Map<number, Earnings & { byKind: Partial<Record<TransferKind, number>> }>();
  for (const { owner, kind, before, within } of rows) {
    const performerId = Number(owner);
    const found = all.get(performerId) ?? { performerId, opening: 0, earned: 0, closing: 0, byKind: {} };
    found.opening += before;
    found.earned += within;
    found.closing += before + within;
    if (within !== 0) found.byKind[kind] = within;
    all.set(performerId, found);
  }
  return [...all.values()].sort((one, other) => one.performerId - other.performerId);
}
