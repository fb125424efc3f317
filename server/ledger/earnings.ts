import { and, asc, eq, gte, inArray, lt, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { monthSpan } from '#contract/day.ts';
import { localTime } from '#server/db/expressions.ts';
import type { Db } from '#server/ports/database.ts';
import { accounts, entries, payoutKinds, type TransferKind, transfers } from './tables.ts';

type Reading = Pick<Db, 'select'>;

export interface Earnings {
  performerId: number;
  /** Credits earned before the period, in it, and in total. */
  opening: number;
  earned: number;
  closing: number;
  /** The period's credits by kind, without payouts; refunds are negative. */
  byKind: Readonly<Partial<Record<TransferKind, number>>>;
  /** Credits paid out before the period, and in it, less those that came back. */
  paidBefore: number;
  paidOut: number;
}

/** Whether an entry's transfer counts as earned or given back, not as paid out. */
export const isEarning: SQL = notInArray(transfers.kind, [...payoutKinds]);

const isPayout = (kind: TransferKind): boolean => (payoutKinds as readonly TransferKind[]).includes(kind);

/** Whether an account is this performer's, or any performer's. */
export const isPerformer = (only?: number) =>
  and(eq(accounts.kind, 'performer'), only === undefined ? undefined : eq(accounts.owner, String(only)));

/** Earnings of this performer, or of every performer with any, from the ledger's entries. */
export async function earningsIn(
  db: Reading,
  { from, to }: { from: Date; to: Date },
  only?: number,
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
    .where(and(isPerformer(only), lt(transfers.createdAt, to)))
    .groupBy(accounts.owner, transfers.kind);
  const all = new Map<number, Earnings & { byKind: Partial<Record<TransferKind, number>> }>();
  for (const { owner, kind, before, within } of rows) {
    const performerId = Number(owner);
    const found = all.get(performerId) ?? { ...nothing, performerId, byKind: {} };
    all.set(performerId, found);
    if (isPayout(kind)) {
      found.paidBefore -= before;
      found.paidOut -= within;
      continue;
    }
    found.opening += before;
    found.earned += within;
    found.closing += before + within;
    if (within !== 0) found.byKind[kind] = within;
  }
  return [...all.values()].sort((one, other) => one.performerId - other.performerId);
}

const nothing = { opening: 0, earned: 0, closing: 0, paidBefore: 0, paidOut: 0 };

/**
 * Credits that performers have earned, by performer and month: those up to the end of `until` as one sum under that month,
 * later months each. Without payouts.
 */
export async function earnedByMonth(
  db: Reading,
  until: string,
  only?: number,
): Promise<Map<number, Map<string, number>>> {
  const end = sql`${monthSpan(until).to.toISOString()}::timestamptz`;
  const booked = db
    .select({
      owner: accounts.owner,
      month: sql<string>`case when ${transfers.createdAt} < ${end} then ${until}::text
        else to_char(${localTime(transfers.createdAt)}, 'YYYY-MM') end`.as('month'),
      credits: sql`${entries.amount}`.as('credits'),
    })
    .from(entries)
    .innerJoin(accounts, eq(accounts.id, entries.accountId))
    .innerJoin(transfers, eq(transfers.id, entries.transferId))
    .where(and(isPerformer(only), isEarning))
    .as('booked');
  const rows = await db
    .select({
      owner: booked.owner,
      month: booked.month,
      credits: sql<number>`sum(${booked.credits})`.mapWith(Number),
    })
    .from(booked)
    .groupBy(booked.owner, booked.month);
  const all = new Map<number, Map<string, number>>();
  for (const { owner, month, credits } of rows) {
    const own = all.get(Number(owner)) ?? new Map<string, number>();
    all.set(Number(owner), own.set(month, credits));
  }
  return all;
}

const sumOfAmounts = sql<number>`coalesce(sum(${entries.amount}), 0)`.mapWith(Number);
const earner = alias(accounts, 'earner');

/** Credits that a member has paid a performer since a moment by transfers of these kinds, less those that came back. */
export async function paidSince(
  db: Reading,
  {
    memberId,
    performerId,
    from,
    kinds,
  }: { memberId: number; performerId: number; from: Date; kinds: readonly TransferKind[] },
): Promise<number> {
  const [row] = await db
    .select({ paid: sql<number>`-${sumOfAmounts}`.mapWith(Number) })
    .from(accounts)
    .innerJoin(entries, eq(entries.accountId, accounts.id))
    .innerJoin(transfers, eq(transfers.id, entries.transferId))
    .innerJoin(
      earner,
      and(
        eq(earner.kind, 'performer'),
        eq(earner.owner, String(performerId)),
        or(eq(earner.id, transfers.fromAccount), eq(earner.id, transfers.toAccount)),
      ),
    )
    .where(
      and(
        eq(accounts.kind, 'member'),
        eq(accounts.owner, String(memberId)),
        gte(transfers.createdAt, from),
        inArray(transfers.kind, [...kinds]),
      ),
    );
  return row?.paid ?? 0;
}

/** Performers who have an account in the ledger. */
export async function performersWithEarnings(db: Reading): Promise<ReadonlySet<number>> {
  const rows = await db.select({ owner: accounts.owner }).from(accounts).where(isPerformer());
  return new Set(rows.map(({ owner }) => Number(owner)));
}

/** When the performer first earned something; undefined if never. */
export async function firstEarningOf(db: Reading, performerId: number): Promise<Date | undefined> {
  const [first] = await db
    .select({ at: transfers.createdAt })
    .from(accounts)
    .innerJoin(entries, eq(entries.accountId, accounts.id))
    .innerJoin(transfers, eq(transfers.id, entries.transferId))
    .where(isPerformer(performerId))
    .orderBy(asc(entries.id))
    .limit(1);
  return first?.at;
}
