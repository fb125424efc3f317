import { and, eq, sql } from 'drizzle-orm';
import { dayOf } from '#contract/day.ts';
import { type Purchase, receiptNumber } from '#contract/wallet/receipts-calls.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type PaymentRow, payments, receipts, receiptYears } from '../tables.ts';
import { offerOf } from './withdrawable.ts';

export interface ReceiptOf {
  payment: PaymentRow;
  receipt: typeof receipts.$inferSelect;
}

export function toPurchase(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  { payment, receipt }: ReceiptOf,
  unused: Map<string, number>,
): Purchase {
  const { id, credits, cents, currency } = payment;
  const option = config.paymentMethods.find((method) => method.id === payment.method);
  const offer = offerOf(payment, unused, now());
  return {
    payment: id,
    receipt: receiptNumber(receipt),
    boughtAt: receipt.issuedAt.toISOString(),
    credits,
    cents,
    currency,
    method: option?.method ?? null,
    returnedCents: payment.returnedCents,
    withdrawal: offer && { ...offer, until: offer.until.toISOString() },
  };
}

const receiptsOfPayments = ({ db }: Pick<Deps, 'db'>) =>
  db
    .select({ payment: payments, receipt: receipts })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId));

export async function receiptOfPayment(
  deps: Pick<Deps, 'db'>,
  payment: string,
): Promise<ReceiptOf | undefined> {
  const [row] = await receiptsOfPayments(deps).where(eq(payments.id, payment));
  return row;
}

/** A member's own receipt by its number. */
export async function findReceipt(
  deps: Pick<Deps, 'db'>,
  memberId: number,
  number: string,
): Promise<ReceiptOf | undefined> {
  const [, year, last] = /^(\d{4})-(\d{6,9})$/.exec(number) ?? [];
  if (!year || !last) return undefined;
  const [row] = await receiptsOfPayments(deps).where(
    and(eq(receipts.year, Number(year)), eq(receipts.number, Number(last)), eq(payments.memberId, memberId)),
  );
  return row;
}

/** The payment of a receipt, by its number as printed. */
export async function paymentOfReceipt(
  deps: Pick<Deps, 'db'>,
  number: string,
): Promise<PaymentRow | undefined> {
  const [, year, last] = /^(\d{4})-(\d{6,9})$/.exec(number) ?? [];
  if (!year || !last) return undefined;
  const [row] = await receiptsOfPayments(deps).where(
    and(eq(receipts.year, Number(year)), eq(receipts.number, Number(last))),
  );
  return row?.payment;
}

/**
 * Gives a booked payment its receipt, with the next number of the year in the operator's time zone. The numbers of a year
 * have no gaps: its row stays locked until the transaction ends.
 */
export async function issueReceipt(
  tx: Tx,
  { paymentId, at }: { paymentId: string; at: Date },
): Promise<void> {
  const year = Number(dayOf(at).slice(0, 4));
  const [next] = await tx
    .insert(receiptYears)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: receiptYears.year, set: { last: sql`${receiptYears.last} + 1` } })
    .returning({ number: receiptYears.last });
  if (!next) throw new Error(`No receipt number for ${year}`);
  await tx.insert(receipts).values({ year, number: next.number, paymentId, issuedAt: at });
}
