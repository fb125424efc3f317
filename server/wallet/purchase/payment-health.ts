import { and, asc, count, eq, isNull, lt, max, sql } from 'drizzle-orm';
import { type HourCount, hourOf, isWithin, type Span, whole } from '#server/db/expressions.ts';
import type { Deps } from '#server/ports/deps.ts';
import { paymentReturns } from '../returns/tables.ts';
import { payments } from '../tables.ts';

/** ms after which an undecided payment counts as stuck. */
const STUCK_MS = 3_600_000;

const isStuck = (now: Date) =>
  and(eq(payments.state, 'ready'), lt(payments.createdAt, new Date(now.getTime() - STUCK_MS)));

/** Signs that the payment provider works. */
export async function readPaymentHealth({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const [open] = await db.select({ stuck: count() }).from(payments).where(isStuck(now()));
  const [paid] = await db
    .select({ at: max(payments.settledAt) })
    .from(payments)
    .where(eq(payments.state, 'success'));
  const [unsent] = await db
    .select({ refunds: count() })
    .from(paymentReturns)
    .where(and(eq(paymentReturns.how, 'refund'), isNull(paymentReturns.sentAt)));
  return {
    stuck: open?.stuck ?? 0,
    lastPaidAt: paid?.at?.toISOString() ?? null,
    unsentRefunds: unsent?.refunds ?? 0,
  };
}

/** Payments that the provider has not decided for long, oldest first. */
export const stuckPayments = ({ db, now }: Pick<Deps, 'db' | 'now'>, limit: number) =>
  db
    .select({ id: payments.id, memberId: payments.memberId, createdAt: payments.createdAt })
    .from(payments)
    .where(isStuck(now()))
    .orderBy(asc(payments.createdAt))
    .limit(limit);

/** Paid purchases by hour. */
export const countPurchaseHours = (
  { db }: Pick<Deps, 'db'>,
  spans: readonly Span[],
): Promise<(HourCount & { cents: number })[]> =>
  db
    .select({
      hour: hourOf(payments.settledAt),
      count: whole(sql`count(*)`),
      cents: whole(sql`sum(${payments.cents})`),
    })
    .from(payments)
    .where(and(eq(payments.state, 'success'), isWithin(payments.settledAt, spans)))
    .groupBy(hourOf(payments.settledAt));
