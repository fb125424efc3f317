import { and, eq, inArray, sql } from 'drizzle-orm';
import { centsFor, type Lot, unusedOf, withdrawableUntil } from '#contract/wallet/withdrawal.ts';
import { accounts, entries, transfers } from '#server/ledger/tables.ts';
import { balanceOf } from '#server/ledger/transfer.ts';
import type { Db } from '#server/ports/database.ts';
import { type PaymentRow, payments } from '../purchase/tables.ts';
import { paymentReturns } from '../returns/tables.ts';

type Reading = Pick<Db, 'select'>;

/** Unused credits of each purchase of a member, by payment: what came in last is what is left. */
export async function unusedByPayment(db: Reading, memberId: number): Promise<Map<string, number>> {
  const came = await db
    .select({
      transfer: transfers.id,
      kind: transfers.kind,
      reference: transfers.reference,
      amount: entries.amount,
    })
    .from(entries)
    .innerJoin(accounts, eq(accounts.id, entries.accountId))
    .innerJoin(transfers, eq(transfers.id, entries.transferId))
    .where(
      and(
        eq(accounts.kind, 'member'),
        eq(accounts.owner, String(memberId)),
        inArray(transfers.kind, ['welcome', 'purchase', 'goodwill', 'opening']),
        sql`${entries.amount} > 0`,
      ),
    )
    .orderBy(entries.id);
  const gone = await goneByPayment(db, memberId);
  const lots = came.map(({ transfer, kind, reference, amount }): Lot => {
    const payment = kind === 'purchase' ? reference.replace(/^payment:/, '') : null;
    return payment === null
      ? { id: `transfer:${transfer}`, credits: amount }
      : { id: payment, credits: amount - (gone.get(payment) ?? 0) };
  });
  return unusedOf(lots, await balanceOf(db, { kind: 'member', owner: memberId }));
}

/** Credits that have left with returned money, as a debt or out of the balance. */
async function goneByPayment(db: Reading, memberId: number): Promise<Map<string, number>> {
  const rows = await db
    .select({
      payment: paymentReturns.paymentId,
      gone: sql<number>`sum(${paymentReturns.taken} + ${paymentReturns.owed})`.mapWith(Number),
    })
    .from(paymentReturns)
    .innerJoin(payments, eq(payments.id, paymentReturns.paymentId))
    .where(eq(payments.memberId, memberId))
    .groupBy(paymentReturns.paymentId);
  return new Map(rows.map(({ payment, gone }) => [payment, gone]));
}

/** What a withdrawal from this purchase would give back now; null where the time is over or nothing is left. */
export function offerOf(
  payment: PaymentRow,
  unused: Map<string, number>,
  now: Date,
): { credits: number; cents: number; until: Date } | null {
  const credits = unused.get(payment.id) ?? 0;
  const until = withdrawableUntil(payment.settledAt ?? payment.createdAt);
  const cents = centsFor(credits, payment);
  return payment.status !== 'success' || now >= until || credits === 0 || cents <= 0
    ? null
    : { credits, cents, until };
}
