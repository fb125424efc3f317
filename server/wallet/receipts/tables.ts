import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/columns.ts';

/** Written by the database when a payment is booked. */
export const receipts = pgTable(
  'receipt',
  {
    /** In the operator's time zone. */
    year: integer().notNull(),
    number: integer().notNull(),
    paymentId: text('payment_id').notNull().unique(),
    issuedAt: moment('issued_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.year, table.number] })],
);

/** The last number of a year. */
export const receiptYears = pgTable('receipt_year', {
  year: integer().primaryKey(),
  last: integer().notNull(),
});

/** Purchases that their member has withdrawn from. */
export const withdrawals = pgTable('withdrawal', {
  paymentId: text('payment_id').primaryKey(),
  /** Unused credits that left, and the cents for them. */
  credits: integer().notNull(),
  cents: integer().notNull(),
  withdrawnAt: moment('withdrawn_at').notNull(),
});
