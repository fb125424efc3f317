import { and, eq, gt, gte, isNull, notInArray, or, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { AppError } from '#contract/errors.ts';
import {
  type Limit,
  limitAt,
  limitPeriods,
  type MemberLimits,
  noLimit,
  periodStarts,
  type ShownLimit,
} from '#contract/wallet/limits-calls.ts';
import { accounts, entries, type TransferKind, transfers } from '#server/ledger/tables.ts';
import type { Db } from '#server/ports/database.ts';
import { coolOffRows, spendingLimits } from '../tables.ts';

type Reading = Pick<Db, 'select'>;
type LimitRow = typeof spendingLimits.$inferSelect;

export const toLimit = (row: LimitRow | undefined): Limit =>
  row
    ? { credits: row.credits, next: row.nextFrom && { credits: row.nextCredits, from: row.nextFrom } }
    : noLimit;

/** End of the running cool-off; null without one. */
export async function coolOffOf(db: Reading, memberId: number, now: Date): Promise<Date | null> {
  const [row] = await db.select().from(coolOffRows).where(eq(coolOffRows.memberId, memberId));
  return row && row.until > now ? row.until : null;
}

/** Query for the running cool-off of this member, for use in another query. */
export const isCoolingOff = (db: Reading, memberId: SQLWrapper | number, now: SQLWrapper | Date) =>
  db
    .select({ one: sql`1` })
    .from(coolOffRows)
    .where(and(eq(coolOffRows.memberId, memberId), gt(coolOffRows.until, now)));

/** Throws `badRequest.limit.coolOff` during a cool-off. */
export async function requireOpenWallet(db: Reading, memberId: number, now: Date): Promise<void> {
  if (await coolOffOf(db, memberId, now)) throw new AppError('badRequest.limit.coolOff');
}

export async function limitsOf(db: Reading, memberId: number, now: Date): Promise<MemberLimits> {
  const rows = await db.select().from(spendingLimits).where(eq(spendingLimits.memberId, memberId));
  const starts = periodStarts(now);
  const [spent] = await db
    .select({
      day: spentSince(db, memberId, starts.day),
      week: spentSince(db, memberId, starts.week),
      month: spentSince(db, memberId, starts.month),
    })
    .from(sql`(values (1)) as one`);
  const limits = limitPeriods.map((period): ShownLimit => {
    const limit = toLimit(rows.find((row) => row.period === period));
    const isAwaited = limit.next !== null && limit.next.from > now;
    return {
      period,
      credits: limitAt(limit, now),
      next:
        isAwaited && limit.next ? { credits: limit.next.credits, from: limit.next.from.toISOString() } : null,
      spent: spent?.[period] ?? 0,
    };
  });
  const until = await coolOffOf(db, memberId, now);
  return { limits, coolOffUntil: until?.toISOString() ?? null };
}

/** Transfers that do not count as spending: incoming credits, and what is taken back of them. */
const unspent = [
  'welcome',
  'purchase',
  'refund',
  'chargeback',
  'debt',
  'goodwill',
  'opening',
  'lapse',
] as const satisfies readonly TransferKind[];

const spends = alias(transfers, 'spend');

/** Column for the credits the member spent, less what was given back of them: a return of an earlier spend counts then. */
export function spentSince(db: Reading, memberId: SQLWrapper | number, since: SQLWrapper | Date) {
  const spent = db
    .select({ sum: sql`greatest(0, -coalesce(sum(${entries.amount}), 0))` })
    .from(accounts)
    .innerJoin(entries, eq(entries.accountId, accounts.id))
    .innerJoin(transfers, eq(transfers.id, entries.transferId))
    .leftJoin(spends, eq(spends.id, transfers.ofTransfer))
    .where(
      and(
        eq(accounts.kind, 'member'),
        eq(accounts.owner, typeof memberId === 'number' ? String(memberId) : sql`${memberId}::text`),
        gte(transfers.createdAt, since),
        or(isNull(spends.id), gte(spends.createdAt, since)),
        notInArray(transfers.kind, [...unspent]),
      ),
    );
  return sql<number>`(${spent})`.mapWith(Number);
}
