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
  /** Of a member's balance, the credits that were given, not bought. Constraints keep them between 0 and the balance. */
  free: bigInt().notNull().default(0),
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
  /** Free credits of a spend that the performer does not earn. */
  'unearned',
  /** The same of a return, given back. */
  'unearned-return',
] as const;

/** Kinds of a performer's entries that are not earnings. */
export const payoutKinds = ['payout', 'payout-return'] as const satisfies readonly TransferKind[];

export type TransferKind = (typeof transferKinds)[number];

/** How many of the credits that a member gives or gets are free. */
export type FreeRule = 'given' | 'spent' | 'returned' | 'bought';

/**
 * `given`: all; `spent`: as many as the member has; `returned`: those of the spend, after its bought ones; `bought`: none,
 * and free ones cannot be taken.
 */
export const freeRules = {
  welcome: 'given',
  purchase: 'bought',
  refund: 'bought',
  chargeback: 'bought',
  debt: 'spent',
  goodwill: 'given',
  tip: 'spent',
  minute: 'spent',
  'minute-return': 'returned',
  'toy-return': 'returned',
  message: 'spent',
  'message-return': 'returned',
  'dial-in': 'bought',
  'stall-credit': 'bought',
  opening: 'bought',
  lapse: 'spent',
  payout: 'bought',
  'payout-return': 'bought',
  unearned: 'bought',
  'unearned-return': 'bought',
} as const satisfies Record<TransferKind, FreeRule>;

/** Kinds that give back an earlier transfer. */
export type ReturnKind = {
  [Kind in TransferKind]: (typeof freeRules)[Kind] extends 'returned' ? Kind : never;
}[TransferKind];

export const transfers = pgTable('transfer', {
  id: bigInt().primaryKey().generatedAlwaysAsIdentity(),
  idempotencyKey: text('idempotency_key').notNull().unique(),
  kind: text({ enum: transferKinds }).notNull(),
  reference: text().notNull(),
  amount: bigInt().notNull(),
  /** Of the amount, the member's free credits. */
  free: bigInt().notNull().default(0),
  fromAccount: integer('from_account').notNull(),
  toAccount: integer('to_account').notNull(),
  createdAt: moment('created_at').notNull(),
  /** The transfer that it gives back, or whose free credits are not earned. */
  ofTransfer: bigInt('of_transfer'),
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
