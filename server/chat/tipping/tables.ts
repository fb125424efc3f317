import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { StoredGoal } from '#contract/chat/tipping/goals.ts';
import type { MenuItem } from '#contract/chat/tipping/tip-menu.ts';
import type { TipType } from '#contract/chat/tipping/tips.ts';
import { bigInt, moment } from '#server/db/columns.ts';

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

export const tips = pgTable('tip', {
  id: bigInt().primaryKey().generatedAlwaysAsIdentity(),
  performerId: integer('performer_id').notNull(),
  memberId: integer('member_id').notNull(),
  sessionId: text('session_id').notNull(),
  clientId: text('client_id').notNull(),
  amount: integer().notNull(),
  tipType: text('tip_type').$type<TipType>().notNull().default('tip'),
  message: text().notNull().default(''),
  /** Name of the menu's item it was sent for. */
  item: text(),
  /** Text of the goal that was running after the tip, as it was then; null without one. */
  goal: text(),
  goalId: text('goal_id'),
  /** Credits of the tip that stood in this goal then. */
  goalCredits: integer('goal_credits').notNull().default(0),
  isPublic: boolean('is_public').notNull().default(false),
  transferId: bigInt('transfer_id').notNull(),
  messageId: bigInt('message_id').notNull(),
  createdAt: moment('created_at').notNull(),
});
