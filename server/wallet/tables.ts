import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
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
