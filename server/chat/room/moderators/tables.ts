import { integer, pgTable } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/columns.ts';

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
