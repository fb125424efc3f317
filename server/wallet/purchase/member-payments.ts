import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { FailReason, PaymentState, Provider } from '#contract/wallet/payment.ts';
import { receiptNumber } from '#contract/wallet/receipts-calls.ts';
import { whole } from '#server/db/expressions.ts';
import type { Db } from '#server/ports/database.ts';
import { debts, paymentReturns } from '../returns/tables.ts';
import { payments, receipts } from '../tables.ts';

type Reading = Pick<Db, 'select'>;

/** When it was decided; until then when it was opened. */
const paymentAt = sql<Date>`coalesce(${payments.settledAt}, ${payments.createdAt})`.mapWith(
  payments.createdAt,
);

export interface PaymentFilter {
  readonly span?: { readonly from: Date; readonly to: Date } | undefined;
  readonly state?: PaymentState | undefined;
  readonly provider?: Provider | undefined;
  /** Ids of the provider. */
  readonly methods?: readonly string[] | undefined;
  /** Of these members, these payments, or the one with this order. */
  readonly found?:
    | { readonly members: readonly number[]; readonly payments: readonly string[]; readonly order: string }
    | undefined;
}

const isAmong = ({ span, state, provider, methods, found }: PaymentFilter): SQL | undefined =>
  and(
    span && and(sql`${paymentAt} >= ${span.from}`, sql`${paymentAt} < ${span.to}`),
    state && eq(payments.state, state),
    provider && eq(payments.provider, provider),
    methods && inArray(payments.method, [...methods]),
    found &&
      or(
        inArray(payments.memberId, [...found.members]),
        inArray(payments.id, [...found.payments]),
        eq(payments.providerOrder, found.order),
      ),
  );

/** Newest first. */
export const findPayments = (db: Reading, filter: PaymentFilter, { limit, offset = 0 }: Paging) =>
  db
    .select({ payment: payments, receipt: receipts, at: paymentAt })
    .from(payments)
    .leftJoin(receipts, eq(receipts.paymentId, payments.id))
    .where(isAmong(filter))
    .orderBy(desc(paymentAt), desc(payments.id))
    .limit(limit)
    .offset(offset);

interface Paging {
  readonly limit: number;
  readonly offset?: number;
}

/** How many payments failed for each reason, most frequent first. */
export const countFailures = (db: Reading, filter: PaymentFilter) =>
  db
    .select({
      reason: sql<FailReason>`${payments.failReason}`,
      count: whole(sql`count(*)`),
      cents: whole(sql`sum(${payments.cents})`),
    })
    .from(payments)
    .where(and(isAmong(filter), eq(payments.state, 'failed')))
    .groupBy(payments.failReason)
    .orderBy(desc(sql`count(*)`), payments.failReason);

/** The last payments of a member, newest first, with their returns. */
export async function memberPayments(db: Reading, memberId: number, limit: number) {
  const rows = await findPayments(db, { found: { members: [memberId], payments: [], order: '' } }, { limit });
  const back = await returnsOf(
    db,
    rows.map(({ payment }) => payment.id),
  );
  return rows.map(({ payment, receipt }) => ({
    payment: payment.id,
    receipt: receipt && receiptNumber(receipt),
    openedAt: payment.createdAt.toISOString(),
    settledAt: payment.settledAt?.toISOString() ?? null,
    status: payment.state,
    failReason: payment.failReason,
    cents: payment.cents,
    credits: payment.credits,
    currency: payment.currency,
    method: payment.method,
    provider: payment.provider,
    providerOrder: payment.providerOrder,
    returnedCents: payment.returnedCents,
    returns: back.filter(({ of }) => of === payment.id).map(({ of: _, ...step }) => step),
  }));
}

/** The steps in which money of these payments went back, oldest first. */
export async function returnsOf(db: Reading, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ back: paymentReturns, debt: debts })
    .from(paymentReturns)
    .leftJoin(debts, eq(debts.returnId, paymentReturns.id))
    .where(inArray(paymentReturns.paymentId, [...ids]))
    .orderBy(asc(paymentReturns.id));
  return rows.map(({ back, debt }) => ({
    of: back.paymentId,
    how: back.how,
    cents: back.cents,
    taken: back.taken,
    owed: back.owed,
    stillOwed: debt ? debt.credits - debt.paid : 0,
    returnedAt: back.returnedAt.toISOString(),
    sentAt: back.sentAt?.toISOString() ?? null,
  }));
}

/** The member of a payment, by its own id or the provider's. */
export async function memberOfPayment(db: Reading, id: string): Promise<number | undefined> {
  const [row] = await db
    .select({ memberId: payments.memberId })
    .from(payments)
    .where(or(eq(payments.id, id), eq(payments.providerOrder, id)))
    .limit(1);
  return row?.memberId;
}

/** The payment of each of these transfers, which bought its credits or returned them. */
export async function paymentsOfTransfers(
  db: Reading,
  transfers: readonly number[],
): Promise<Map<number, string>> {
  if (transfers.length === 0) return new Map();
  const bought = await db
    .select({ transfer: payments.transferId, payment: payments.id })
    .from(payments)
    .where(inArray(payments.transferId, [...transfers]));
  const returned = await db
    .select({ transfer: paymentReturns.transferId, payment: paymentReturns.paymentId })
    .from(paymentReturns)
    .where(inArray(paymentReturns.transferId, [...transfers]));
  return new Map([...bought, ...returned].map(({ transfer, payment }) => [Number(transfer), payment]));
}
