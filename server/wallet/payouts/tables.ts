import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bigInt, moment } from '#server/db/columns.ts';

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
