import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { vipRefusals, vipStates } from '#contract/chat/vip-calls.ts';
import { moment } from '#server/db/columns.ts';

/** A member's request for a show, and the show it became. Constraints allow one accepted request per performer. */
export const vipRequests = pgTable('vip_request', {
  id: text().primaryKey(),
  performerId: integer('performer_id').notNull(),
  memberId: integer('member_id').notNull(),
  /** The chat session in which it was requested. */
  beganIn: text('began_in').notNull(),
  /** The chat session of the show; a member who comes back has a new one. */
  sessionId: text('session_id').notNull(),
  /** The member's name in the room. */
  sender: text().notNull(),
  /** The type of the chat before the show. */
  cameFrom: text('came_from', { enum: ['free', 'chat'] }).notNull(),
  state: text({ enum: vipStates }).notNull(),
  /** Null unless declined. */
  reason: text({ enum: vipRefusals }),
  requestedAt: moment('requested_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  answeredAt: moment('answered_at'),
  /** How long the show is kept for its absent member; null while present. */
  awayUntil: moment('away_until'),
  /** End of the show. */
  endedAt: moment('ended_at'),
});

export type VipRow = typeof vipRequests.$inferSelect;

/** Viewers waiting for the end of a show. */
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
