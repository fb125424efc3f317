import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/columns.ts';

/** Refunds that wait for a second operator, and what became of them. */
export const refundRequests = pgTable('refund_request', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  paymentId: text('payment_id').notNull(),
  cents: integer().notNull(),
  /** Name of the operator. */
  askedBy: text('asked_by').notNull(),
  reason: text().notNull(),
  askedAt: moment('asked_at').notNull(),
  decision: text({ enum: ['approved', 'refused'] }),
  decidedBy: text('decided_by'),
  decidedAt: moment('decided_at'),
});
