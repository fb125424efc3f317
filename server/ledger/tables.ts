import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bigInt, moment } from '#server/db/columns.ts';

export const accounts = pgTable('account', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  kind: text({ enum: ['member', 'performer', 'house'] }).notNull(),
  /** Member or performer id as text, or the name of a house account. */
  owner: text().notNull(),
  /** Credits; a constraint keeps it at or above zero except for the house. */
  balance: bigInt().notNull().default(0),
});

export const transferKinds = [
  'welcome',
  'purchase',
  'refund',
  'tip',
  'minute',
  'minute-return',
  /** A performer's part of what a phone call brought in. */
  'dial-in',
  /** Written until minutes followed the media; kept for its rows. */
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
