import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/columns.ts';

/** A login of a member or of a performer; the signed token names one of these. */
export const sessions = pgTable('session', {
  id: text().primaryKey(),
  memberId: integer('member_id'),
  performerId: integer('performer_id'),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  endedAt: moment('ended_at'),
  /** Opened with a reset link: until then the link's token stands in for the old password, once. */
  resetHash: text('reset_hash'),
  resetUntil: moment('reset_until'),
});
