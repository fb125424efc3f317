import { customType, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { type Details, detailsSchema } from '#contract/desk/value/act-details.ts';
import { bigInt, moment } from '#server/db/columns.ts';

/** SQL's null for none, also in a statement that is built once. */
const details = customType<{ data: Details | null; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => (value === null ? null : JSON.stringify(value)),
  fromDriver: (value) => detailsSchema.safeParse(value).data ?? {},
});

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
  /** What contract/desk/value/act-details.ts has for the act; null for an act that has none. */
  details: details(),
  /** Of an operator, or of a login at the desk: `203.0.113.0/24`. Null for all others. */
  network: text(),
  /** `Firefox · Linux`; null like the network, and if it was not recognized. */
  browser: text(),
  at: moment('at').notNull(),
});

/** One per row of the trail, in the order in which it was sealed; append only, too. */
export const auditSeals = pgTable('audit_seal', {
  /** From 1, without gaps. */
  position: bigInt().primaryKey(),
  auditId: bigInt('audit_id').notNull(),
  /** Of the seal before and of the row: chain.ts. */
  hash: text().notNull(),
  sealedAt: moment('sealed_at').notNull(),
});

/** When the head of the chain was last written outside, and the last digest mailed. */
export const auditTold = pgTable('audit_told', {
  what: text({ enum: ['head', 'digest'] }).primaryKey(),
  at: moment('at').notNull(),
});
