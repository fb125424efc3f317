import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import type { StoredGoal } from '#contract/chat/goals.ts';
import type { MenuItem } from '#contract/chat/tip-menu.ts';
import { moment } from '#server/db/columns.ts';

const empty = sql`'[]'::jsonb`;

/** What a performer offers for tips; its row lock orders tips that count for a goal. */
export const roomTipping = pgTable('room_tipping', {
  performerId: integer('performer_id').primaryKey(),
  menu: jsonb().$type<MenuItem[]>().notNull().default(empty),
  vipMenu: jsonb('vip_menu').$type<MenuItem[]>().notNull().default(empty),
  goals: jsonb().$type<readonly StoredGoal[]>().notNull().default(empty),
  carriesOver: boolean('carries_over').notNull().default(false),
  /** Credits of tips for the running goal. */
  collected: integer().notNull().default(0),
});

/** What each member has tipped since the performer went live, less what was given back. */
export const roomTippers = pgTable(
  'room_tipper',
  {
    performerId: integer('performer_id').notNull(),
    memberId: integer('member_id').notNull(),
    /** The performer's `publicSince` for which the credits count. */
    since: moment('since').notNull(),
    credits: integer().notNull(),
    /** Time of the last tip. */
    tippedAt: moment('tipped_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.performerId, table.memberId] })],
);
