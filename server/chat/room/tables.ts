import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { chatMessageTypes } from '#contract/chat/messages.ts';
import { bigInt, moment } from '#server/db/columns.ts';

/** The last sequence number of each room, whose row lock orders the messages, and the room's own rules. */
export const chatRooms = pgTable('chat_room', {
  performerId: integer('performer_id').primaryKey(),
  seq: integer().notNull().default(0),
  /** Between two messages of a member; null without slow mode. */
  slowSeconds: integer('slow_seconds'),
  /** That the performer does not want to read. */
  words: text().array().notNull().default([]),
  /** By the operator, until it is opened again. */
  closedAt: moment('closed_at'),
});

export const chatMessages = pgTable('chat_message', {
  id: bigInt().primaryKey().generatedAlwaysAsIdentity(),
  performerId: integer('performer_id').notNull(),
  seq: integer().notNull(),
  clientId: text('client_id'),
  /** Who wrote it, as a key: `member:7`, `performer:3`, `system`. */
  author: text().notNull(),
  messageType: text('message_type', { enum: chatMessageTypes }).notNull(),
  sender: text().notNull(),
  message: text().notNull(),
  amount: integer(),
  /** Of a tip; of `tip-cybertoy` the toy's level. */
  tipType: text('tip_type'),
  /** The show it was said in: nobody else reads it. */
  vipSession: text('vip_session'),
  sentAt: moment('sent_at').notNull(),
});
