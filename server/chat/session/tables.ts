import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { camBackStates } from '#contract/chat/cam-back-calls.ts';
import { fixedPrices, type UnitSeconds } from '#contract/chat/prices.ts';
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
  /** The performer's prices when the chat was joined, in credits per minute; they do not change within it. */
  chatPrice: integer('chat_price').notNull().default(fixedPrices.chat),
  vipPrice: integer('vip_price').notNull().default(fixedPrices.vip),
  unitSeconds: integer('unit_seconds').$type<UnitSeconds>().notNull().default(fixedPrices.unitSeconds),
  sender: text().notNull(),
  state: text({ enum: ['joined', 'watching', 'ended'] }).notNull(),
  joinedAt: moment('joined_at').notNull(),
  lastSeenAt: moment('last_seen_at').notNull(),
  firstFrameAt: moment('first_frame_at'),
  /** Minutes bought in this session. */
  minutes: integer().notNull().default(0),
  /** Credits of these minutes less those given back. */
  spent: integer().notNull().default(0),
  /** ms without a new frame so far, as reported by the player. */
  stalledMs: integer('stalled_ms').notNull().default(0),
  /**
   * The process responsible for the session; without a shared media server, the one whose media server serves the
   * viewer.
   */
  node: text().notNull(),
  /** When `node` took it over from a process that was gone; null if `node` opened it. */
  takenOverAt: moment('taken_over_at'),
  /** ms of media delivered since the viewer joined, as of the player's last report. */
  mediaMs: integer('media_ms').notNull().default(0),
  /** The same since the first frame, less accepted stalls that only the player reported. */
  deliveredMs: integer('delivered_ms').notNull().default(0),
  /** The part of `deliveredMs` covered by paid minutes. */
  paidMs: integer('paid_ms').notNull().default(0),
  /**
   * The first session of the stay, a chain of sessions that continue one another's minutes; null for that first one,
   * and without a stay.
   */
  stay: text(),
  /** `paidMs` and `spent` of the stay's other sessions at the time this one continued them. */
  carriedMs: integer('carried_ms').notNull().default(0),
  carriedSpent: integer('carried_spent').notNull().default(0),
  /**
   * `paidMs` and `carriedMs` together at which the clock of the show began; below zero if it began in an earlier session.
   * Null without a show.
   */
  showFromMs: integer('show_from_ms'),
  endedAt: moment('ended_at'),
  endReason: text('end_reason', { enum: endReasons }),
});

/** Seconds of free chat per guest, performer and day. */
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

/** A member's camera in one chat session. */
export const camBacks = pgTable('cam_back', {
  sessionId: text('session_id').primaryKey(),
  performerId: integer('performer_id').notNull(),
  memberId: integer('member_id').notNull(),
  state: text({ enum: camBackStates }).notNull(),
  /** Time of the last stop; null if never stopped. */
  stoppedAt: moment('stopped_at'),
});
