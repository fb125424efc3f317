import { boolean, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { chatTypes, endReasons } from '#contract/chat/session.ts';
import { bigInt, moment } from '#server/db/columns.ts';

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
  /** Credits charged less credits returned. */
  spent: integer().notNull().default(0),
  /** ms without a new frame so far, as the player reports. */
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

/** Seconds of free chat that a guest has used with a performer on a day. */
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
