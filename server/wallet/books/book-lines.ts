import { and, asc, eq, gt, gte, isNull, lt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { dayOf, fileMoment } from '#contract/day.ts';
import { type HomeVat, percentOf, vatWithin } from '#contract/tax/vat.ts';
import { type CsvDialect, csvAmount, csvRow } from '#contract/wallet/csv.ts';
import { accounts, transfers } from '#server/ledger/tables.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { paymentReturns } from '../returns/tables.ts';
import { payments, payouts } from '../tables.ts';

const heads = [
  'date',
  'transfer',
  'kind',
  'reference',
  'debit',
  'credit',
  'credits',
  'euro',
  'vat',
  'currency',
  'free',
  'country',
  'rate',
];

export interface BookSpan {
  readonly from: Date;
  readonly to: Date;
  /** Percent; by default the rate of the day of the sale. */
  readonly vat?: number | undefined;
  /** Plain by default. */
  readonly dialect?: CsvDialect | undefined;
}

/** Every movement of the books as CSV, with its money and VAT, one line at a time and without line ends. */
export async function* bookLines(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { from, to, vat, dialect }: BookSpan,
): AsyncGenerator<string> {
  yield csvRow(heads, dialect);
  for await (const movement of movements(db, { from, to })) {
    const { at, transfer, kind, reference, debit, credit, credits, currency, free } = movement;
    const { amounts, taxed } = moneyOf(movement, config.homeVat, { vat, dialect });
    yield csvRow(
      [
        fileMoment(at),
        transfer,
        kind,
        reference,
        debit,
        credit,
        credits,
        ...amounts,
        currency,
        free,
        ...taxed,
      ],
      dialect,
    );
  }
}

/** Amount in euro and its VAT, and country and rate of the sale; a payout to a performer has no VAT. */
function moneyOf(
  { cents, soldAt, vatCountry }: Movement,
  home: HomeVat,
  { vat, dialect }: Pick<BookSpan, 'vat' | 'dialect'>,
): { amounts: (string | null)[]; taxed: (string | number | null)[] } {
  if (cents === null) return { amounts: [null, null], taxed: [null, null] };
  if (soldAt === null) return { amounts: [csvAmount(cents, dialect), null], taxed: [null, null] };
  const percent = vat ?? percentOf(home, vatCountry, dayOf(soldAt));
  return {
    amounts: [csvAmount(cents, dialect), csvAmount(vatWithin(cents, percent), dialect)],
    taxed: [vatCountry ?? home.country, percent],
  };
}

interface Movement {
  at: Date;
  /** Null if money went back for spent credits: only money moved. */
  transfer: number | null;
  kind: string;
  reference: string;
  /** `kind:owner`; empty without a transfer. */
  debit: string;
  credit: string;
  credits: number;
  /** Of them, those that the house gave. */
  free: number;
  /** Money that came in (positive) or went back (negative); null if only credits moved. */
  cents: number | null;
  /** Day of the sale, which determines the VAT, also of a refund. Null without money, and for payouts to performers. */
  soldAt: Date | null;
  /** Of the sale; null for the country of the house. */
  vatCountry: string | null;
  currency: string;
}

interface Span {
  from: Date;
  to: Date;
}

const PAGE = 2000;
const [givers, takers] = [alias(accounts, 'giver'), alias(accounts, 'taker')];
/** The payment whose money went back. */
const returned = alias(payments, 'returned');
/** The payout that a bank sent back. */
const bounced = alias(payouts, 'bounced');

const soldAt = ({ settledAt, createdAt }: typeof payments.$inferSelect): Date => settledAt ?? createdAt;

/** Every movement of the span: first transfers in order, then refunds without a transfer. */
async function* movements(db: Pick<Db, 'select'>, span: Span): AsyncGenerator<Movement> {
  for (let after = 0; ; ) {
    const rows = await transfersAfter(db, span, after);
    for (const row of rows) yield movementOf(row);
    after = rows.at(-1)?.transfer.id ?? 0;
    if (rows.length < PAGE) break;
  }
  yield* returnsWithoutTransfer(db, span);
}

const transfersAfter = (db: Pick<Db, 'select'>, { from, to }: Span, after: number) =>
  db
    .select({
      transfer: transfers,
      giver: givers,
      taker: takers,
      payment: payments,
      back: paymentReturns,
      returned,
      payout: payouts,
      bounced,
    })
    .from(transfers)
    .innerJoin(givers, eq(givers.id, transfers.fromAccount))
    .innerJoin(takers, eq(takers.id, transfers.toAccount))
    .leftJoin(payments, eq(payments.transferId, transfers.id))
    .leftJoin(paymentReturns, eq(paymentReturns.transferId, transfers.id))
    .leftJoin(returned, eq(returned.id, paymentReturns.paymentId))
    .leftJoin(payouts, eq(payouts.transferId, transfers.id))
    .leftJoin(bounced, eq(bounced.returnTransferId, transfers.id))
    .where(and(gt(transfers.id, after), gte(transfers.createdAt, from), lt(transfers.createdAt, to)))
    .orderBy(asc(transfers.id))
    .limit(PAGE);

type Row = Awaited<ReturnType<typeof transfersAfter>>[number];

const movementOf = ({ transfer, giver, taker, payment, returned: sold, ...money }: Row): Movement => ({
  at: transfer.createdAt,
  transfer: transfer.id,
  kind: transfer.kind,
  reference: transfer.reference,
  debit: `${giver.kind}:${giver.owner}`,
  credit: `${taker.kind}:${taker.owner}`,
  credits: transfer.amount,
  free: transfer.free,
  cents: payment?.cents ?? movedCents(money),
  soldAt: payment ? soldAt(payment) : sold && soldAt(sold),
  vatCountry: (payment ?? sold)?.vatCountry ?? null,
  currency: (payment ?? sold ?? money.payout ?? money.bounced)?.currency ?? '',
});

/** Of money that went back, was paid out, or came back from a bank. */
function movedCents({ back, payout, bounced }: Pick<Row, 'back' | 'payout' | 'bounced'>): number | null {
  const out = back ?? payout;
  return out ? -out.cents : (bounced?.cents ?? null);
}

async function* returnsWithoutTransfer(db: Pick<Db, 'select'>, { from, to }: Span): AsyncGenerator<Movement> {
  const rows = await db
    .select({ back: paymentReturns, sold: returned })
    .from(paymentReturns)
    .innerJoin(returned, eq(returned.id, paymentReturns.paymentId))
    .where(
      and(
        isNull(paymentReturns.transferId),
        gte(paymentReturns.returnedAt, from),
        lt(paymentReturns.returnedAt, to),
      ),
    )
    .orderBy(asc(paymentReturns.id));
  for (const { back, sold } of rows)
    yield {
      at: back.returnedAt,
      transfer: null,
      kind: back.how,
      reference: `payment:${sold.id}`,
      debit: '',
      credit: '',
      credits: 0,
      free: 0,
      cents: -back.cents,
      soldAt: soldAt(sold),
      vatCountry: sold.vatCountry,
      currency: sold.currency,
    };
}
