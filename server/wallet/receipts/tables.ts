import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/columns.ts';

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
