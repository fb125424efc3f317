import { boolean, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { chatMessageTypes } from '#contract/chat/messages.ts';
import { chatTypes, endReasons } from '#contract/chat/session.ts';
import { bigInt, moment } from '#server/db/columns.ts';

/** The counter behind a room's sequence; its row lock orders the lines. */
export const chatRooms = pgTable('chat_room', {
  performerId: integer('performer_id').primaryKey(),
  seq: integer().notNull().default(0),
});

export const chatSessions = pgTable('chat_session', {
  id: text().primaryKey(),
  performerId: integer('performer_id').notNull(),
  memberId: integer('member_id'),
  guestKey: text('guest_key'),
  type: text({ enum: chatTypes }).notNull(),
  sender: text().notNull(),
  state: text({ enum: ['joined', 'watching', 'ended'] }).notNull(),
  joinedAt: moment('joined_at').notNull(),
  lastSeenAt: moment('last_seen_at').notNull(),
  firstFrameAt: moment('first_frame_at'),
  paidUntil: moment('paid_until'),
  /** Minutes charged. */
  minutes: integer().notNull().default(0),
  /** Credits charged less credits given back. */
  spent: integer().notNull().default(0),
  /** ms without a new picture so far, as the player tells. */
  stalledMs: integer('stalled_ms').notNull().default(0),
  /** ms in which the media server sent this viewer nothing. */
  silentMs: integer('silent_ms').notNull().default(0),
  endedAt: moment('ended_at'),
  endReason: text('end_reason', { enum: endReasons }),
});

export const chatMinutes = pgTable(
  'chat_minute',
  {
    sessionId: text('session_id').notNull(),
    number: integer().notNull(),
    price: integer().notNull(),
    startedAt: moment('started_at').notNull(),
    /** The session's `stalledMs` and `silentMs` when this minute began. */
    stalledMsBefore: integer('stalled_ms_before').notNull(),
    silentMsBefore: integer('silent_ms_before').notNull(),
    transferId: bigInt('transfer_id').notNull(),
    settled: boolean().notNull().default(false),
    credited: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.number] })],
);

/** Seconds of free chat a guest has seen of a performer on a day. */
export const guestWatches = pgTable(
  'guest_watch',
  {
    guestKey: text('guest_key').notNull(),
    performerId: integer('performer_id').notNull(),
    day: date({ mode: 'string' }).notNull(),
    seconds: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.guestKey, table.performerId, table.day] })],
);

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
  sentAt: moment('sent_at').notNull(),
});

export const tips = pgTable('tip', {
  id: bigInt().primaryKey().generatedAlwaysAsIdentity(),
  performerId: integer('performer_id').notNull(),
  memberId: integer('member_id').notNull(),
  sessionId: text('session_id').notNull(),
  clientId: text('client_id').notNull(),
  amount: integer().notNull(),
  message: text().notNull().default(''),
  isPublic: boolean('is_public').notNull().default(false),
  transferId: bigInt('transfer_id').notNull(),
  messageId: bigInt('message_id').notNull(),
  createdAt: moment('created_at').notNull(),
});
