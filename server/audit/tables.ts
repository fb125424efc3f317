import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bigInt, moment } from '#server/db/columns.ts';

/** One row per relevant act, written in its transaction. Append only (a trigger refuses changes). */
export const auditRows = pgTable('audit', {
  id: bigInt().primaryKey().generatedAlwaysAsIdentity(),
  /** The name of the event: `member.logged-in`, `payment.booked`. */
  act: text().notNull(),
  /** Key of the actor: `member:7`, `performer:3`, `operator:root`, `guest`, `system`. */
  actor: text().notNull(),
  /** The member it concerns; null if it concerns no member. */
  memberId: integer('member_id'),
  /** Key of the object: `session:…`, `payment:…`, `performer:3`. */
  subject: text(),
  requestId: text('request_id').notNull(),
  /** Reason given by the operator; null if no reason is required. */
  reason: text(),
  at: moment('at').notNull(),
});
