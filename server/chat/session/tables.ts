import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { chatTypes, endReasons } from '#contract/chat/session.ts';
import { moment } from '#server/db/columns.ts';

export const chatSessions = pgTable('chat_session', {
  id: text().primaryKey(),
  performerId: integer('performer_id').notNull(),
  memberId: integer('member_id'),
  /** The login that watches; null for guests. */
  loginId: text('login_id'),
  guestKey: text('guest_key'),
  /** The session of the phone call that pays. */
  dialInSession: text('dial_in_session'),
  type: text({ enum: chatTypes }).notNull(),
  sender: text().notNull(),
  state: text({ enum: ['joined', 'watching', 'ended'] }).notNull(),
  joinedAt: moment('joined_at').notNull(),
  lastSeenAt: moment('last_seen_at').notNull(),
  firstFrameAt: moment('first_frame_at'),
  /** Minutes bought in this session. */
  minutes: integer().notNull().default(0),
  /** Credits of these minutes less those given back. */
  spent: integer().notNull().default(0),
  /** ms without a new frame so far, as the player reports. */
  stalledMs: integer('stalled_ms').notNull().default(0),
  /** The process that looks after it; without a shared media server, the one whose media server serves the viewer. */
  node: text().notNull(),
  /** When that process took it over from one that was gone; null while it is the one that opened it. */
  takenOverAt: moment('taken_over_at'),
  /** ms of media that this server had delivered at the player's last report, since the viewer joined. */
  mediaMs: integer('media_ms').notNull().default(0),
  /** The same since the first frame, less stalls that only the player noticed and that were believed. */
  deliveredMs: integer('delivered_ms').notNull().default(0),
  /** The part of it that minutes paid for. */
  paidMs: integer('paid_ms').notNull().default(0),
  /** The first session of a stay, in which one continues the minute of another; null where it stands alone. */
  stay: text(),
  /** `paidMs` and `spent` of the stay's other sessions, as they were when this one continued them. */
  carriedMs: integer('carried_ms').notNull().default(0),
  carriedSpent: integer('carried_spent').notNull().default(0),
  endedAt: moment('ended_at'),
  endReason: text('end_reason', { enum: endReasons }),
});

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
