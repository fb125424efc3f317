import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bigInt, moment } from '#server/db/columns.ts';

/** One row for each act that matters, written in its transaction. Append only (a trigger refuses changes). */
export const auditRows = pgTable('audit', {
  id: bigInt().primaryKey().generatedAlwaysAsIdentity(),
  /** The name of the event: `member.logged-in`, `payment.booked`. */
  act: text().notNull(),
  /** Who did it, as a key: `member:7`, `performer:3`, `operator:root`, `guest`, `system`. */
  actor: text().notNull(),
  /** The member it concerns; null when none. */
  memberId: integer('member_id'),
  /** What it was done to, as a key: `session:…`, `payment:…`, `performer:3`. */
  subject: text(),
  requestId: text('request_id').notNull(),
  /** In the words of the operator who did it. */
  reason: text(),
  at: moment('at').notNull(),
});
