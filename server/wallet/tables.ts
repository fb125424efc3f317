import { boolean, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { Evidence } from '#contract/tax/vat.ts';
import { limitPeriods } from '#contract/wallet/limits-calls.ts';
import { type FailReason, type Provider, paymentStates } from '#contract/wallet/payment.ts';
import { bigInt, moment } from '#server/db/columns.ts';

export const bundles = pgTable('bundle', {
  id: text().primaryKey(),
  cents: integer().notNull(),
  credits: integer().notNull(),
  position: smallint().notNull(),
  active: boolean().notNull().default(true),
});

export const payments = pgTable('payment', {
  id: text().primaryKey(),
  memberId: integer('member_id').notNull(),
  bundleId: text('bundle_id').notNull(),
  cents: integer().notNull(),
  credits: integer().notNull(),
  currency: text().notNull().default('EUR'),
  method: text().notNull(),
  provider: text().$type<Provider>().notNull(),
  /** The provider's order id; null until the order is created. */
  providerOrder: text('provider_order').unique(),
  redirectUrl: text('redirect_url'),
  /** Chosen by the client, so that a repeated click opens one payment. */
  requestKey: text('request_key').notNull(),
  device: text({ enum: ['mobile', 'desktop'] }).notNull(),
  fingerprint: text(),
  /** Of the buyer's country. */
  evidence: jsonb().$type<readonly Evidence[]>().notNull().default([]),
  /** The country that taxes the sale; null for that of the house. */
  vatCountry: text('vat_country'),
  state: text({ enum: paymentStates }).notNull().default('ready'),
  failReason: smallint('fail_reason').$type<FailReason>(),
  transferId: bigInt('transfer_id').unique(),
  /** How many of the credits paid a debt. */
  debt: integer().notNull().default(0),
  /** Total returned to the payer, by refund or chargeback. */
  returnedCents: integer('returned_cents').notNull().default(0),
  /** Version of the consent text the buyer agreed to. */
  consentVersion: text('consent_version').notNull(),
  consentedAt: moment('consented_at').notNull(),
  createdAt: moment('created_at').notNull(),
  /** When the sweep last asked the provider. */
  checkedAt: moment('checked_at'),
  settledAt: moment('settled_at'),
});
export type PaymentRow = typeof payments.$inferSelect;

/** Limits that members set for themselves; read at each spend (spending/bounds.ts). */
export const spendingLimits = pgTable(
  'spending_limit',
  {
    memberId: integer('member_id').notNull(),
    period: text({ enum: limitPeriods }).notNull(),
    /** Null: no limit. */
    credits: integer(),
    /** The limit from `nextFrom` on; nothing is pending if `nextFrom` is null. */
    nextCredits: integer('next_credits'),
    nextFrom: moment('next_from'),
    /** Start of the period in which the member was warned that most of the limit is used. */
    toldFor: moment('told_for'),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.period] })],
);

/** Members in a cool-off and when it ends. */
export const coolOffRows = pgTable('cool_off', {
  memberId: integer('member_id').primaryKey(),
  until: moment('until').notNull(),
});

/** What performers were paid by bank transfer. A performer has one payout for a month, besides those that came back. */
export const payouts = pgTable('payout', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  performerId: integer('performer_id').notNull(),
  /** As `2026-11`. */
  month: text().notNull(),
  credits: integer().notNull(),
  /** Cents for 100 credits. */
  rate: integer().notNull(),
  cents: integer().notNull(),
  currency: text().notNull(),
  /** Of the bank transfer. */
  reference: text().notNull(),
  /** Name of the operator. */
  paidBy: text('paid_by').notNull(),
  paidAt: moment('paid_at').notNull(),
  transferId: bigInt('transfer_id').notNull().unique(),
  /** Null unless the bank transfer came back. */
  returnedBy: text('returned_by'),
  returnedAt: moment('returned_at'),
  returnReason: text('return_reason'),
  returnTransferId: bigInt('return_transfer_id').unique(),
});

/** One per booked payment. */
export const receipts = pgTable(
  'receipt',
  {
    /** Year in the operator's time zone. */
    year: integer().notNull(),
    number: integer().notNull(),
    paymentId: text('payment_id').notNull().unique(),
    issuedAt: moment('issued_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.year, table.number] })],
);

/** The last number of each year. */
export const receiptYears = pgTable('receipt_year', {
  year: integer().primaryKey(),
  last: integer().notNull(),
});

/** Purchases withdrawn by their member. */
export const withdrawals = pgTable('withdrawal', {
  paymentId: text('payment_id').primaryKey(),
  /** Unused credits taken back, and the cents refunded for them. */
  credits: integer().notNull(),
  cents: integer().notNull(),
  withdrawnAt: moment('withdrawn_at').notNull(),
});
