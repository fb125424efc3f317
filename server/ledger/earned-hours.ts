import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { localTime } from '#server/db/expressions.ts';
import type { Db } from '#server/ports/database.ts';
import { isEarning, isPerformer } from './earnings.ts';
import { accounts, entries, transfers } from './tables.ts';

type Reading = Pick<Db, 'select'>;

interface Wanted {
  performerId: number;
  from: Date;
  /** Until now by default. */
  to?: Date;
}

const credits = sql<number>`sum(${entries.amount})`.mapWith(Number);

const isEarned = ({ performerId, from, to }: Wanted) =>
  and(isPerformer(performerId), isEarning, gte(transfers.createdAt, from), to && lt(transfers.createdAt, to));

/**
 * Credits that a performer earned by hour of the week, in the operator's time zone; Monday is 1. An hour that clocks show
 * twice counts for the same one. Only hours with any.
 */
export async function earnedByHour(
  db: Reading,
  wanted: Wanted,
): Promise<{ weekday: number; hour: number; credits: number }[]> {
  const local = localTime(transfers.createdAt);
  const weekday = sql<number>`extract(isodow from ${local})`.mapWith(Number);
  const hour = sql<number>`extract(hour from ${local})`.mapWith(Number);
  const rows = await db
    .select({ weekday, hour, credits })
    .from(accounts)
    .innerJoin(entries, eq(entries.accountId, accounts.id))
    .innerJoin(transfers, eq(transfers.id, entries.transferId))
    .where(isEarned(wanted))
    .groupBy(sql`1, 2`)
    .orderBy(sql`1, 2`);
  return rows.filter((row) => row.credits !== 0);
}

const payer = alias(accounts, 'payer');

/** Members who spent most on a performer, less what they got back; the highest first. */
export async function topPayers(
  db: Reading,
  wanted: Wanted,
  limit: number,
): Promise<{ memberId: number; spent: number }[]> {
  const rows = await db
    .select({ owner: payer.owner, spent: credits })
    .from(accounts)
    .innerJoin(entries, eq(entries.accountId, accounts.id))
    .innerJoin(transfers, eq(transfers.id, entries.transferId))
    .innerJoin(
      payer,
      and(
        eq(payer.kind, 'member'),
        sql`${payer.id} = case ${transfers.toAccount} when ${accounts.id} then ${transfers.fromAccount} else ${transfers.toAccount} end`,
      ),
    )
    .where(isEarned(wanted))
    .groupBy(payer.owner)
    .having(sql`sum(${entries.amount}) > 0`)
    .orderBy(desc(sql`sum(${entries.amount})`), payer.owner)
    .limit(limit);
  return rows.map(({ owner, spent }) => ({ memberId: Number(owner), spent }));
}
