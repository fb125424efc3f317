import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/columns.ts';

export const sessions = pgTable('session', {
  id: text().primaryKey(),
  memberId: integer('member_id'),
  performerId: integer('performer_id'),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  endedAt: moment('ended_at'),
  /** Opened by a reset link: its token replaces the old password once, until `resetUntil`. */
  resetHash: text('reset_hash'),
  resetUntil: moment('reset_until'),
});
