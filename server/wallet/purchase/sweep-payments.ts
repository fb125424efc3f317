import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { systemCaller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { settlePayment } from './settle-payment.ts';
import { payments } from './tables.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** A payment that young is left to its notification. */
const PATIENCE = 30 * SECOND;
/** Orders asked for in one run. */
const BATCH = 20;

/**
 * Repairs lost notifications: asks the provider how open orders stand, each less often the older it is.
 * Throws at the end when the provider could not answer for some; the others have been settled.
 */
export async function sweepPayments(deps: Deps): Promise<void> {
  await closeNeverPlaced(deps);
  const failures: unknown[] = [];
  for (const order of await takeDue(deps)) {
    await settlePayment(deps, systemCaller, order).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} open payments could not be checked`);
}

/** The orders to ask for now; marks them as asked, so that one that fails does not hold up the rest. */
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
    .limit(BATCH);
  const rows = await db
    .update(payments)
    .set({ checkedAt: at })
    .where(sql`${payments.id} in (${due.getSQL()})`)
    .returning({ order: payments.providerOrder });
  return rows.map(({ order }) => order).filter((order) => order !== null);
}

/** Rows whose order never came to be (the provider was away, or we died): nobody can pay them any more. */
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
