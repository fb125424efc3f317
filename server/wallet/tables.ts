import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import type { FailReason, PaymentState, Provider } from '#contract/wallet/payment.ts';
import { bigInt, moment } from '#server/db/columns.ts';
import { members } from '#server/member/tables.ts';

export const accounts = pgTable('account', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  kind: text({ enum: ['member', 'performer', 'house'] }).notNull(),
  /** Member or performer id as text, or the name of a house account. */
  owner: text().notNull(),
  /** Credits; the database keeps it at or above zero but for the house. */
  balance: bigInt().notNull().default(0),
});

export const transferKinds = [
  'welcome',
  'purchase',
  'refund',
  'tip',
  'minute',
  'stall-credit',
  'opening',
] as const;
export type TransferKind = (typeof transferKinds)[number];

export const transfers = pgTable('transfer', {
  id: bigInt().primaryKey().generatedAlwaysAsIdentity(),
  idempotencyKey: text('idempotency_key').notNull().unique(),
  kind: text({ enum: transferKinds }).notNull(),
  reference: text().notNull(),
  amount: bigInt().notNull(),
  fromAccount: integer('from_account').notNull(),
  toAccount: integer('to_account').notNull(),
  createdAt: moment('created_at').notNull(),
});

export const entries = pgTable('entry', {
  id: bigInt().primaryKey().generatedAlwaysAsIdentity(),
  transferId: bigInt('transfer_id').notNull(),
  accountId: integer('account_id').notNull(),
  amount: bigInt().notNull(),
  balanceAfter: bigInt('balance_after').notNull(),
});

export const bundles = pgTable('bundle', {
  id: text().primaryKey(),
  cents: integer().notNull(),
  credits: integer().notNull(),
  position: smallint().notNull(),
  active: boolean().notNull().default(true),
});

export const payments = pgTable('payment', {
  id: text().primaryKey(),
  memberId: integer('member_id')
    .notNull()
    .references(() => members.id),
  bundleId: text('bundle_id').notNull(),
  cents: integer().notNull(),
  credits: integer().notNull(),
  currency: text().notNull().default('EUR'),
  method: text().notNull(),
  provider: text().$type<Provider>().notNull(),
  /** The provider's id of the order, known once it has been created there. */
  providerOrder: text('provider_order').unique(),
  redirectUrl: text('redirect_url'),
  /** The client's key: the same click sent twice opens one payment. */
  requestKey: text('request_key').notNull(),
  device: text({ enum: ['mobile', 'desktop'] }).notNull(),
  fingerprint: text(),
  status: text().$type<PaymentState>().notNull().default('ready'),
  failReason: smallint('fail_reason').$type<FailReason>(),
  transferId: bigInt('transfer_id').unique(),
  /** Which words the buyer agreed to, and when. */
  consentVersion: text('consent_version').notNull(),
  consentedAt: moment('consented_at').notNull(),
  createdAt: moment('created_at').notNull(),
  /** When the sweep last asked the provider. */
  checkedAt: moment('checked_at'),
  settledAt: moment('settled_at'),
});
export type PaymentRow = typeof payments.$inferSelect;
