import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { TipType } from '#contract/chat/tips.ts';
import { bigInt, moment } from '#server/db/columns.ts';

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
  /** Text of the goal that was running after the tip; null without one. */
  goal: text(),
  /** Credits of the tip that stood in this goal then. */
  goalCredits: integer('goal_credits').notNull().default(0),
  isPublic: boolean('is_public').notNull().default(false),
  transferId: bigInt('transfer_id').notNull(),
  messageId: bigInt('message_id').notNull(),
  createdAt: moment('created_at').notNull(),
});
