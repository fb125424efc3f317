import { sql } from 'drizzle-orm';
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bigInt, moment } from '#server/db/columns.ts';

export const accounts = pgTable('account', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  kind: text({ enum: ['member', 'performer', 'house'] }).notNull(),
  /** Member or performer id as text, or the name of a house account. */
  owner: text().notNull(),
  /** Credits, without `unsummed_entry`: read `currentBalance`. A constraint keeps it at or above zero except for the house. */
  balance: bigInt().notNull().default(0),
});

export const transferKinds = [
  'welcome',
  'purchase',
  'refund',
  'chargeback',
  /** What a member pays of a debt. */
  'debt',
  /** Given by an operator. */
  'goodwill',
  'tip',
  'minute',
  'minute-return',
  /** For what a toy did not play of a tip. */
  'toy-return',
  /** A private message of a member. */
  'message',
  /** For one that was never answered. */
  'message-return',
  /** A performer's part of what a phone call brought in. */
  'dial-in',
  /** Written until minutes followed the media; kept for its rows. */
  'stall-credit',
  'opening',
  /** What was left when an account was erased. */
  'lapse',
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
  /** Of members alone: entries of the others have no order among them. */
  balanceAfter: bigInt('balance_after'),
});

/** What performers and the house took in since their balance was summed up. */
export const unsummedEntries = pgTable(
  'unsummed_entry',
  {
    accountId: integer('account_id').notNull(),
    entryId: bigInt('entry_id').notNull(),
    amount: bigInt().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.entryId] })],
);

/** Credits of an account as of now, as part of a statement about `accounts`. */
export const currentBalance = sql<number>`account_balance(${accounts.id})`.mapWith(Number);
