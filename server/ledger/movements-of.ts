import { and, asc, desc, eq, lt, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#server/ports/database.ts';
import { accounts, entries, transfers } from './tables.ts';

type Reading = Pick<Db, 'select'>;

const isMember = (memberId: number) => and(eq(accounts.kind, 'member'), eq(accounts.owner, String(memberId)));

/** A member's entries, newest first, with the account on the other side. */
export function movementsOf(
  db: Reading,
  { memberId, before, limit }: { memberId: number; before: number | undefined; limit: number },
) {
  const otherEntry = alias(entries, 'other_entry');
  const other = alias(accounts, 'other');
  return db
    .select({ entry: entries, transfer: transfers, other })
    .from(entries)
    .innerJoin(accounts, eq(accounts.id, entries.accountId))
    .innerJoin(transfers, eq(transfers.id, entries.transferId))
    .innerJoin(
      otherEntry,
      and(eq(otherEntry.transferId, transfers.id), ne(otherEntry.accountId, entries.accountId)),
    )
    .innerJoin(other, eq(other.id, otherEntry.accountId))
    .where(and(isMember(memberId), before === undefined ? undefined : lt(entries.id, before)))
    .orderBy(desc(entries.id))
    .limit(limit);
}

/** A member's credits by kind of transfer; they add up to the balance. */
export function sumsByKind(db: Reading, memberId: number) {
  return db
    .select({ kind: transfers.kind, credits: sql<number>`sum(${entries.amount})`.mapWith(Number) })
    .from(entries)
    .innerJoin(accounts, eq(accounts.id, entries.accountId))
    .innerJoin(transfers, eq(transfers.id, entries.transferId))
    .where(isMember(memberId))
    .groupBy(transfers.kind)
    .orderBy(asc(sql`min(${entries.id})`));
}

/** Ids of the members on either side of a transfer. */
export async function membersOfTransfer(db: Reading, transfer: number): Promise<number[]> {
  const rows = await db
    .select({ owner: accounts.owner })
    .from(entries)
    .innerJoin(accounts, eq(accounts.id, entries.accountId))
    .where(and(eq(entries.transferId, transfer), eq(accounts.kind, 'member')))
    .orderBy(asc(entries.id));
  return rows.map(({ owner }) => Number(owner));
}
