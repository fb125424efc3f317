import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { localMonth, type Span, whole } from '#server/db/expressions.ts';
import type { Db } from '#server/ports/database.ts';
import { disputes, paymentReturns } from '../returns/tables.ts';
import { payments, spendingLimits } from '../tables.ts';

type Reading = Pick<Db, 'select'>;

/** What members paid in a month, and what went back in it, in cents. */
export interface MonthRevenue {
  purchases: number;
  paid: number;
  refunded: number;
  chargedBack: number;
  wonBack: number;
}

/** By month of the span; months without a movement of money are missing. */
export async function revenueByMonth(db: Reading, { from, to }: Span): Promise<Map<string, MonthRevenue>> {
  const settled = localMonth(payments.settledAt);
  const sold = await db
    .select({ month: settled, purchases: whole(sql`count(*)`), paid: whole(sql`sum(${payments.cents})`) })
    .from(payments)
    .where(and(eq(payments.state, 'success'), gte(payments.settledAt, from), lt(payments.settledAt, to)))
    .groupBy(settled);
  const returned = localMonth(paymentReturns.returnedAt);
  const back = await db
    .select({ month: returned, how: paymentReturns.how, cents: whole(sql`sum(${paymentReturns.cents})`) })
    .from(paymentReturns)
    .where(and(gte(paymentReturns.returnedAt, from), lt(paymentReturns.returnedAt, to)))
    .groupBy(returned, paymentReturns.how);
  const moved = localMonth(disputes.movedAt);
  const won = await db
    .select({ month: moved, cents: whole(sql`sum(${paymentReturns.cents})`) })
    .from(disputes)
    .innerJoin(paymentReturns, eq(paymentReturns.id, disputes.returnId))
    .where(and(eq(disputes.state, 'won'), gte(disputes.movedAt, from), lt(disputes.movedAt, to)))
    .groupBy(moved);
  const all = new Map<string, MonthRevenue>();
  const monthOf = (month: string): MonthRevenue => {
    const kept = all.get(month) ?? { purchases: 0, paid: 0, refunded: 0, chargedBack: 0, wonBack: 0 };
    all.set(month, kept);
    return kept;
  };
  for (const { month, purchases, paid } of sold) Object.assign(monthOf(month), { purchases, paid });
  for (const { month, how, cents } of back)
    monthOf(month)[how === 'refund' ? 'refunded' : 'chargedBack'] = cents;
  for (const { month, cents } of won) monthOf(month).wonBack = cents;
  return all;
}

/** Most purchases of each of these members within an hour, in a span. */
export async function purchasesWithinHour(
  db: Reading,
  { from, to }: Span,
  memberIds: readonly number[],
): Promise<Map<number, number>> {
  if (memberIds.length === 0) return new Map();
  const within = db
    .select({
      memberId: payments.memberId,
      count: sql<number>`count(*) over (partition by ${payments.memberId} order by ${payments.settledAt}
        range between interval '1 hour' preceding and current row)`.as('count'),
    })
    .from(payments)
    .where(
      and(
        inArray(payments.memberId, [...memberIds]),
        eq(payments.state, 'success'),
        gte(payments.settledAt, from),
        lt(payments.settledAt, to),
      ),
    )
    .as('within');
  const rows = await db
    .select({ memberId: within.memberId, most: whole(sql`max(${within.count})`) })
    .from(within)
    .groupBy(within.memberId);
  return new Map(rows.map(({ memberId, most }) => [memberId, most]));
}

/** When a limit of these members was last raised or removed in a span: a lower one has no `nextFrom`. */
export async function limitsRaised(
  db: Reading,
  { from, to }: Span,
  memberIds: readonly number[],
): Promise<Map<number, Date>> {
  if (memberIds.length === 0) return new Map();
  const last = sql<Date>`max(${spendingLimits.nextFrom})`.mapWith(spendingLimits.nextFrom);
  const rows = await db
    .select({ memberId: spendingLimits.memberId, last })
    .from(spendingLimits)
    .where(
      and(
        inArray(spendingLimits.memberId, [...memberIds]),
        gte(spendingLimits.nextFrom, from),
        lt(spendingLimits.nextFrom, to),
      ),
    )
    .groupBy(spendingLimits.memberId);
  return new Map(rows.map(({ memberId, last: at }) => [memberId, at]));
}
