import { and, asc, desc, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { DisputeState } from '#contract/wallet/returns.ts';
import { HOUR_MS } from '#server/db/expressions.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { payments } from '../tables.ts';
import { type DisputeRow, debts, disputes, paymentReturns } from './tables.ts';

type Reading = Pick<Db, 'select'>;

export async function paymentOfReturn(
  db: Reading,
  returnId: number,
): Promise<{ payment: string; memberId: number; cents: number }> {
  const [row] = await db
    .select({ payment: payments.id, memberId: payments.memberId, cents: paymentReturns.cents })
    .from(paymentReturns)
    .innerJoin(payments, eq(payments.id, paymentReturns.paymentId))
    .where(eq(paymentReturns.id, returnId));
  if (!row) throw new Error(`No payment has return ${returnId}`);
  return row;
}

const selected = (db: Reading, where: SQL | undefined) =>
  db
    .select({ dispute: disputes, back: paymentReturns, payment: payments, debt: debts })
    .from(disputes)
    .innerJoin(paymentReturns, eq(paymentReturns.id, disputes.returnId))
    .innerJoin(payments, eq(payments.id, paymentReturns.paymentId))
    .leftJoin(debts, eq(debts.returnId, paymentReturns.id))
    .where(where);
export type FoundDispute = Awaited<ReturnType<typeof selected>>[number];

/** Those without an answer first, oldest first; then the newest. */
export const findDisputes = (
  db: Reading,
  { state, limit, offset }: { state: DisputeState | undefined; limit: number; offset: number },
): Promise<FoundDispute[]> =>
  selected(db, state && eq(disputes.state, state))
    .orderBy(
      sql`${disputes.state} <> 'open'`,
      sql`case when ${disputes.state} = 'open' then ${disputes.openedAt} end`,
      desc(disputes.id),
    )
    .limit(limit)
    .offset(offset);

/** Without an answer, oldest first; with `until` those that were reported by then. */
export const openDisputes = (db: Reading, limit: number, until?: Date): Promise<FoundDispute[]> =>
  selected(db, and(eq(disputes.state, 'open'), until && lte(disputes.openedAt, until)))
    .orderBy(asc(disputes.openedAt), asc(disputes.id))
    .limit(limit);

/** The same, as rows to count. */
export const openDisputeRows = (db: Reading) =>
  db.select({ openedAt: disputes.openedAt }).from(disputes).where(eq(disputes.state, 'open'));

/** Locks the row; undefined for an unknown dispute. */
export async function holdDispute(tx: Tx, id: number): Promise<DisputeRow | undefined> {
  const [row] = await tx.select().from(disputes).where(eq(disputes.id, id)).for('update');
  return row;
}

/** Hours before its deadline from which a dispute is urgent. */
const ALERT_HOURS = 48;
const TOLD_MAX = 500;

/** Until when the gateway takes an answer: the adapters report no deadline, so the operator sets the days. */
export const disputeDue = ({ config }: Pick<Deps, 'config'>, openedAt: Date): Date =>
  new Date(openedAt.getTime() + config.disputeDays * 24 * HOUR_MS);

export const isDisputeUrgent = (deps: Pick<Deps, 'config' | 'now'>, openedAt: Date): boolean =>
  disputeDue(deps, openedAt).getTime() - deps.now().getTime() <= ALERT_HOURS * HOUR_MS;

/** Records each dispute whose deadline is near, every time it runs. */
export async function tellDisputes(deps: Pick<Deps, 'config' | 'db' | 'now' | 'events'>): Promise<void> {
  const until = deps.now().getTime() + (ALERT_HOURS - deps.config.disputeDays * 24) * HOUR_MS;
  for (const { dispute, payment } of await openDisputes(deps.db, TOLD_MAX, new Date(until)))
    deps.events.record('dispute.due', {
      payment: payment.id,
      due: disputeDue(deps, dispute.openedAt).toISOString(),
    });
}
