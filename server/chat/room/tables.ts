import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { chatMessageTypes } from '#contract/chat/messages.ts';
import type { DelaySeconds } from '#contract/chat/room/moderation-delay.ts';
import { sanctionKinds } from '#contract/chat/sanctions.ts';
import { cutGrounds } from '#contract/chat/session.ts';
import type { LineTexts } from '#contract/chat/tipping/line-texts.ts';
import { bigInt, moment } from '#server/db/columns.ts';

/** The last sequence number of each room, whose row lock orders the messages, and the room's own settings. */
export const chatRooms = pgTable('chat_room', {
  performerId: integer('performer_id').primaryKey(),
  seq: integer().notNull().default(0),
  /** Seconds between two messages of a member; null without slow mode. */
  slowSeconds: integer('slow_seconds'),
  /** Seconds for which messages of viewers wait; null without a moderation delay. */
  delaySeconds: integer('delay_seconds').$type<DelaySeconds>(),
  /** Words hidden by the performer. */
  words: text().array().notNull().default([]),
  /** Set while the operator has closed the room. */
  closedAt: moment('closed_at'),
  /** When it opens again by itself; null: when the operator opens it. */
  closedUntil: moment('closed_until'),
  closedGround: text('closed_ground', { enum: cutGrounds }),
});

export const chatMessages = pgTable('chat_message', {
  id: bigInt().primaryKey().generatedAlwaysAsIdentity(),
  performerId: integer('performer_id').notNull(),
  /** Null while the message waits, and if it was removed meanwhile. */
  seq: integer(),
  clientId: text('client_id'),
  /** Key of the author: `member:7`, `performer:3`, `system`. */
  author: text().notNull(),
  messageType: text('message_type', { enum: chatMessageTypes }).notNull(),
  sender: text().notNull(),
  message: text().notNull(),
  amount: integer(),
  /** Kind of a tip; for `tip-cybertoy` the toy's level. */
  tipType: text('tip_type'),
  /** Name of the menu's item that a tip was sent for. */
  tipItem: text('tip_item'),
  tipItemTexts: jsonb('tip_item_texts').$type<NonNullable<LineTexts>>(),
  /** Credits of a tip that were given back; null without any. */
  returned: integer(),
  /** Set for messages of a show: only its two sides can read them. */
  vipSession: text('vip_session'),
  sentAt: moment('sent_at').notNull(),
  /** When a delayed message is due; null without a delay. */
  shownAt: moment('shown_at'),
  removedAt: moment('removed_at'),
});

/** An index allows one sanction of each kind that is not lifted, per performer and viewer. */
export const sanctions = pgTable('chat_sanction', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  performerId: integer('performer_id').notNull(),
  /** A sanction is about a member or a guest, never both. */
  memberId: integer('member_id'),
  guestKey: text('guest_key'),
  /** The viewer's name in the room at that time. */
  name: text().notNull(),
  /** `cut`: an operator’s, which neither the performer nor her moderators see or lift. Its reason is the ground. */
  kind: text({ enum: [...sanctionKinds, 'cut'] }).notNull(),
  reason: text().notNull().default(''),
  since: moment('since').notNull(),
  /** Null if permanent. */
  until: moment('until'),
  /** Set when it is lifted or replaced by a later one. */
  liftedAt: moment('lifted_at'),
  /** The moderator who imposed it; null for the performer. */
  byMemberId: integer('by_member_id'),
});

/** An index allows one appointment that has not ended, per performer and member. */
export const roomModerators = pgTable('room_moderator', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  performerId: integer('performer_id').notNull(),
  memberId: integer('member_id').notNull(),
  since: moment('since').notNull(),
  until: moment('until').notNull(),
  /** Set when the performer ended it, or after it has expired. */
  endedAt: moment('ended_at'),
});
