import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { ringKinds } from '#contract/desk/today-calls.ts';
import { moment } from '#server/db/columns.ts';

/** New accounts of one network or mailbox that spent free credits at one performer, once a day. */
export const rings = pgTable('ring', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** In the operator's time zone. */
  day: date().notNull(),
  kind: text({ enum: ringKinds }).notNull(),
  /** Keyed hash of what they have in common. */
  hash: text().notNull(),
  performerId: integer('performer_id').notNull(),
  foundAt: moment('found_at').notNull(),
});

export const ringAccounts = pgTable(
  'ring_account',
  {
    ringId: integer('ring_id')
      .notNull()
      .references(() => rings.id, { onDelete: 'cascade' }),
    memberId: integer('member_id').notNull(),
    /** Free credits that it had spent at the performer when it was found. */
    credits: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.ringId, table.memberId] })],
);
