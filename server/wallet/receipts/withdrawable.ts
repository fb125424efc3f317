import { and, eq, inArray, sql } from 'drizzle-orm';
import { centsFor, type Lot, unusedOf, withdrawableUntil } from '#contract/wallet/withdrawal.ts';
import { accounts, entries, transfers } from '#server/ledger/tables.ts';
import { balanceOf, freeCreditsOf } from '#server/ledger/transfer.ts';
import type { Db } from '#server/ports/database.ts';
import { paymentReturns } from '../returns/tables.ts';
import { type PaymentRow, payments } from '../tables.ts';

type Reading = Pick<Db, 'select'>;

/** Unused credits of each purchase of a member, by payment: the newest bought credits count as unused. */
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
        inArray(transfers.kind, ['purchase', 'opening']),
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
  const balance = await balanceOf(db, { kind: 'member', owner: memberId });
  return unusedOf(lots, balance - (await freeCreditsOf(db, memberId)));
}

/** Credits taken back with returned money, from the balance or as a debt. */
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

/** What a withdrawal from this purchase would give back now; null if the time is over or nothing is left. */
export function offerOf(
  payment: PaymentRow,
  unused: Map<string, number>,
  now: Date,
): { credits: number; cents: number; until: Date } | null {
  const credits = unused.get(payment.id) ?? 0;
  const until = withdrawableUntil(payment.settledAt ?? payment.createdAt);
  const cents = centsFor(credits, payment);
  return payment.state !== 'success' || now >= until || credits === 0 || cents <= 0
    ? null
    : { credits, cents, until };
}
