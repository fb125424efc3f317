import { sql } from 'drizzle-orm';
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bigInt, moment } from '#server/db/columns.ts';

export const accounts = pgTable('account', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  kind: text({ enum: ['member', 'performer', 'house'] }).notNull(),
  /** Member or performer id as text, or the name of a house account. */
  owner: text().notNull(),
  /**
   * Credits, excluding `unsummed_entry`: read `currentBalance` instead. A constraint keeps it at or above zero, except
   * for the house.
   */
  balance: bigInt().notNull().default(0),
});

export const transferKinds = [
  'welcome',
  'purchase',
  'refund',
  'chargeback',
  /** A member's payment of a debt. */
  'debt',
  /** Given by an operator. */
  'goodwill',
  'tip',
  'minute',
  'minute-return',
  /** Given back for the part of a tip that a toy did not play. */
  'toy-return',
  /** The price of a member's private message. */
  'message',
  /** Given back for a message without an answer. */
  'message-return',
  /** A performer's share of a phone call. */
  'dial-in',
  /** No longer written since minutes follow the media; kept for existing rows. */
  'stall-credit',
  'opening',
  /** The remaining balance of an erased account. */
  'lapse',
  /** A performer's credits that were paid to her bank account. */
  'payout',
  /** Given back for a bank transfer that came back. */
  'payout-return',
] as const;

/** Kinds of a performer's entries that are not earnings. */
export const payoutKinds = ['payout', 'payout-return'] as const satisfies readonly TransferKind[];

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
  /** Set for members only: entries of other accounts have no order. */
  balanceAfter: bigInt('balance_after'),
});

/** Incoming entries of performers and the house that are not yet in the balance. */
export const unsummedEntries = pgTable(
  'unsummed_entry',
  {
    accountId: integer('account_id').notNull(),
    entryId: bigInt('entry_id').notNull(),
    amount: bigInt().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.entryId] })],
);

/** SQL for the current credits of an account, for statements on `accounts`. */
export const currentBalance = sql<number>`account_balance(${accounts.id})`.mapWith(Number);
