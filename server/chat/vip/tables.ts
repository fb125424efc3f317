import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { vipRefusals, vipStates } from '#contract/chat/vip.ts';
import { moment } from '#server/db/columns.ts';

/** A member's wish for a show, and the show it became. Constraints allow one that is accepted a performer. */
export const vipRequests = pgTable('vip_request', {
  id: text().primaryKey(),
  performerId: integer('performer_id').notNull(),
  memberId: integer('member_id').notNull(),
  /** The chat it was asked in, which becomes the show. */
  beganIn: text('began_in').notNull(),
  /** The chat that is the show now: a member who comes back has a new one. */
  sessionId: text('session_id').notNull(),
  /** The member's name in the room. */
  sender: text().notNull(),
  /** What the chat was before. */
  cameFrom: text('came_from', { enum: ['free', 'chat'] }).notNull(),
  state: text({ enum: vipStates }).notNull(),
  /** Null unless it was declined. */
  reason: text({ enum: vipRefusals }),
  requestedAt: moment('requested_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  answeredAt: moment('answered_at'),
  /** Until when the show is kept for its member, who is away. */
  awayUntil: moment('away_until'),
  /** Of the show. */
  endedAt: moment('ended_at'),
});

export type VipRow = typeof vipRequests.$inferSelect;

/** Viewers who wait for the end of a show. */
export const chatLobby = pgTable(
  'chat_lobby',
  {
    performerId: integer('performer_id').notNull(),
    /** `member:7`, or a guest's hash. */
    viewer: text().notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.performerId, table.viewer] })],
);
