import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { ringKinds } from '#contract/desk/today-calls.ts';
import { bytes, moment } from '#server/db/columns.ts';

/** The latest picture of each stream that a wall shows, stored here so that every node has it. */
export const wallPictures = pgTable('wall_picture', {
  performerId: integer('performer_id').primaryKey(),
  /** When a wall last had it on the screen. */
  wantedAt: moment('wanted_at').notNull(),
  /** Hash of the picture; null until it is taken. */
  version: text(),
  picture: bytes(),
  takenAt: moment('taken_at'),
});

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
