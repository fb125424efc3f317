import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { systemCaller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { payments } from '../tables.ts';
import { settlePayment } from './settle-payment.ts';
import { failPayments } from './transitions.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** ms in which a new payment waits for its notification. */
const PATIENCE = 30 * SECOND;
/** Orders checked in parallel. */
const TOGETHER = 5;
/**
 * Maximum number of orders per run. Many payments are abandoned and stay open until they expire; they must not delay
 * others.
 */
const IN_ONE_RUN = 200;

/**
 * Makes up for lost notifications by checking open orders, older ones less often. Throws at the end if the provider
 * failed for some; other orders are settled.
 */
export async function sweepPayments(deps: Deps): Promise<void> {
  await closeNeverPlaced(deps);
  const failures: unknown[] = [];
  const settle = (order: string) =>
    settlePayment(deps, systemCaller, order).catch((error: unknown) => failures.push(error));
  for (let count = 0; count < IN_ONE_RUN; count += TOGETHER) {
    const orders = await takeDue(deps);
    await Promise.all(orders.map(settle));
    if (orders.length < TOGETHER) break;
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} open payments could not be checked`);
}

/** Marks them as checked first, so that a failing order does not delay the other orders. */
async function takeDue({ db, now, payments: gateway }: Deps): Promise<string[]> {
  const at = now();
  const since = sql`${at.toISOString()}::timestamptz`;
  const due = db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.state, 'ready'),
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

/** Closes payments whose order was never created (the provider or the process was down) and so cannot be paid. */
async function closeNeverPlaced(deps: Deps): Promise<void> {
  const at = deps.now();
  const isNeverPlaced = and(
    eq(payments.state, 'ready'),
    isNull(payments.providerOrder),
    lte(payments.createdAt, new Date(at.getTime() - HOUR)),
  );
  await deps.db.transaction((tx) =>
    failPayments(deps, tx, isNeverPlaced, { kind: 'failed', reason: 308, caller: systemCaller, at }),
  );
}
