import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { returnKinds } from '#contract/wallet/returns.ts';
import { bigInt, moment } from '#server/db/columns.ts';
import { payments } from '../purchase/tables.ts';

/** One step in which money of a paid order went back. */
export const paymentReturns = pgTable('payment_return', {
  id: bigInt().primaryKey().generatedAlwaysAsIdentity(),
  paymentId: text('payment_id')
    .notNull()
    .references(() => payments.id),
  how: text({ enum: returnKinds }).notNull(),
  cents: integer().notNull(),
  /** Of the payment, with this step. */
  totalCents: integer('total_cents').notNull(),
  /** Credits: what the balance carried, and what it did not, which is a debt. */
  taken: integer().notNull(),
  owed: integer().notNull(),
  transferId: bigInt('transfer_id').unique(),
  returnedAt: moment('returned_at').notNull(),
  /** When the provider took or told it; null while it has to be sent. */
  sentAt: moment('sent_at'),
});

/** Credits that were spent before their money went back. Blocks spending until it is paid. */
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
