import { and, count, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { type Evidence, percentOf, placeOf, vatWithin } from '#contract/tax/vat.ts';
import { localDay } from '#server/db/expressions.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { paymentReturns } from '../returns/tables.ts';
import { payments } from '../tables.ts';

interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** Equal amounts, sold on one day to one country. */
export interface Sold {
  /** The country that taxes them; null for that of the house. */
  readonly vatCountry: string | null;
  readonly evidence: readonly Evidence[];
  /** Day of the sale, which has the rate, also of what went back. */
  readonly day: string;
  /** Of each; negative for money that went back. */
  readonly cents: number;
  readonly credits: number;
  readonly count: number;
}

const isPaid = eq(payments.state, 'success');
const soldOn = localDay(payments.settledAt);

/** What was sold in a span, and what went back in it, by country, evidence, day of the sale and amount. */
export async function soldIn(db: Pick<Db, 'select'>, { from, to }: Span): Promise<Sold[]> {
  const within = (at: SQL) => and(isPaid, gte(at, from.toISOString()), lt(at, to.toISOString()));
  const { vatCountry, evidence, cents, credits } = payments;
  const sold = await db
    .select({ vatCountry, evidence, day: soldOn, cents, credits, count: count() })
    .from(payments)
    .where(within(sql`${payments.settledAt}`))
    .groupBy(vatCountry, evidence, soldOn, cents, credits);
  const back = await db
    .select({ vatCountry, evidence, day: soldOn, cents: paymentReturns.cents, count: count() })
    .from(paymentReturns)
    .innerJoin(payments, eq(payments.id, paymentReturns.paymentId))
    .where(within(sql`${paymentReturns.returnedAt}`))
    .groupBy(vatCountry, evidence, soldOn, paymentReturns.cents);
  return [...sold, ...back.map((one) => ({ ...one, cents: -one.cents, credits: 0 }))];
}

export interface Taxed {
  /** The country that taxes it. */
  readonly country: string;
  readonly percent: number;
  /** Whole euro cents: without VAT, and the VAT. */
  readonly base: number;
  readonly vat: number;
}

/** Amounts of one kind, each rounded as on its receipt. */
export function taxedOf({ homeVat }: Pick<Deps['config'], 'homeVat'>, sold: Sold): Taxed {
  const percent = percentOf(homeVat, sold.vatCountry, sold.day);
  const vat = vatWithin(sold.cents, percent) * sold.count;
  return { country: sold.vatCountry ?? homeVat.country, percent, base: sold.cents * sold.count - vat, vat };
}

/** Whether no two pieces of evidence agree on the country of a sale that is taxed by it. */
export const isDoubtful = ({ vatCountry, evidence }: Sold): boolean =>
  vatCountry !== null && placeOf(evidence)?.agreed === false;

/** Cents without VAT of a credit sold up to a moment: of all credits, and what was paid for them. */
export async function creditWorth(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  until: Date,
): Promise<{ credits: number; cents: number }> {
  const all = await soldIn(db, { from: new Date(0), to: until });
  const sales = all.filter(({ cents }) => cents > 0);
  return {
    credits: sales.reduce((sum, one) => sum + one.credits * one.count, 0),
    cents: sales.reduce((sum, one) => sum + taxedOf(config, one).base, 0),
  };
}
