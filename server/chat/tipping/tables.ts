import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import type { StoredGoal } from '#contract/chat/goals.ts';
import type { MenuItem } from '#contract/chat/tip-menu.ts';

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
