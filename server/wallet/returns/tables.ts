import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { disputeStates, returnKinds } from '#contract/wallet/returns.ts';
import { bigInt, moment } from '#server/db/columns.ts';
import { payments } from '../tables.ts';

/** One step in which money of a paid order went back. */
export const paymentReturns = pgTable('payment_return', {
  id: bigInt().primaryKey().generatedAlwaysAsIdentity(),
  paymentId: text('payment_id')
    .notNull()
    .references(() => payments.id),
  how: text({ enum: returnKinds }).notNull(),
  cents: integer().notNull(),
  /** Total of the payment's returns, this step included. */
  totalCents: integer('total_cents').notNull(),
  /** Credits taken from the balance, and credits that became a debt. */
  taken: integer().notNull(),
  owed: integer().notNull(),
  transferId: bigInt('transfer_id').unique(),
  returnedAt: moment('returned_at').notNull(),
  /** When the provider sent or reported it; null until it is sent. */
  sentAt: moment('sent_at'),
});

/** What became of a chargeback at the gateway. Its money and credits are those of the return. */
export const disputes = pgTable('dispute', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  returnId: bigInt('return_id')
    .notNull()
    .unique()
    .references(() => paymentReturns.id),
  state: text({ enum: disputeStates }).notNull().default('open'),
  openedAt: moment('opened_at').notNull(),
  /** Name of the operator; null while it is open. */
  movedBy: text('moved_by'),
  movedAt: moment('moved_at'),
});
export type DisputeRow = typeof disputes.$inferSelect;

/** Credits spent before their money was returned. Blocks spending until paid. */
export const debts = pgTable('debt', {
  id: bigInt().primaryKey().generatedAlwaysAsIdentity(),
  memberId: integer('member_id').notNull(),
  returnId: bigInt('return_id')
    .notNull()
    .unique()
    .references(() => paymentReturns.id),
  credits: integer().notNull(),
  paid: integer().notNull().default(0),
  openedAt: moment('opened_at').notNull(),
  settledAt: moment('settled_at'),
});

/** What refunds waited for before desk_request took over, for nodes of the release before. No code reads it. */
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
