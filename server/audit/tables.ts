import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bigInt, moment } from '#server/db/columns.ts';

/** The audit trail: one row for each act that matters, written in its transaction. Append only. */
export const auditRows = pgTable('audit', {
  id: bigInt().primaryKey().generatedAlwaysAsIdentity(),
  /** `member.logged-in`, `payment.booked`, …: the name of the event. */
  act: text().notNull(),
  /** Who did it, as a key: `member:7`, `performer:3`, `operator:root`, `guest`, `system`. */
  actor: text().notNull(),
  /** Whose trail it belongs to; null where no member is concerned. */
  memberId: integer('member_id'),
  /** What it was done to, as a key: `session:…`, `payment:…`, `performer:3`. */
  subject: text(),
  requestId: text('request_id').notNull(),
  at: moment('at').notNull(),
});
