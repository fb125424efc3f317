import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { systemCaller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { settlePayment } from './settle-payment.ts';
import { payments } from './tables.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** Younger payments wait for their notification. */
const PATIENCE = 30 * SECOND;
/** Orders asked for at the same time. */
const TOGETHER = 5;
/** Orders asked for in one run, at most: many are given up and stay open until they expire, and none may wait for them. */
const IN_ONE_RUN = 200;

/**
 * Repairs lost notifications by asking the provider for open orders, the older the less often. Throws at the end
 * when the provider failed for some; the others are settled.
 */
export async function sweepPayments(deps: Deps): Promise<void> {
  await closeNeverPlaced(deps);
  const failures: unknown[] = [];
  const settle = (order: string) =>
    settlePayment(deps, systemCaller, order).catch((error: unknown) => failures.push(error));
  for (let asked = 0; asked < IN_ONE_RUN; asked += TOGETHER) {
    const orders = await takeDue(deps);
    await Promise.all(orders.map(settle));
    if (orders.length < TOGETHER) break;
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} open payments could not be checked`);
}

/** Marks them as asked first, so that a failing order does not delay the rest. */
async function takeDue({ db, now, payments: gateway }: Deps): Promise<string[]> {
  const at = now();
  const since = sql`${at.toISOString()}::timestamptz`;
  const due = db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.status, 'ready'),
        eq(payments.provider, gateway.provider),
        isNotNull(payments.providerOrder),
        lte(payments.createdAt, new Date(at.getTime() - PATIENCE)),
        sql`(${payments.checkedAt} is null or ${since} - ${payments.checkedAt} >= (${since} - ${payments.createdAt}) / 10)`,
      ),
    )
    .orderBy(sql`${payments.checkedAt} nulls first`, asc(payments.createdAt))
    .limit(TOGETHER);
  const rows = await db
    .update(payments)
    .set({ checkedAt: at })
    .where(sql`${payments.id} in (${due.getSQL()})`)
    .returning({ order: payments.providerOrder });
  return rows.map(({ order }) => order).filter((order) => order !== null);
}

/** Their order was never created (the provider or the process was down), so nobody can pay them. */
async function closeNeverPlaced({ db, now }: Deps): Promise<void> {
  const at = now();
  await db
    .update(payments)
    .set({ status: 'failed', failReason: 308, settledAt: at })
    .where(
      and(
        eq(payments.status, 'ready'),
        isNull(payments.providerOrder),
        lte(payments.createdAt, new Date(at.getTime() - HOUR)),
      ),
    );
}
