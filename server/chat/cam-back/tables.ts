import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { camBackStates } from '#contract/chat/cam-back-calls.ts';
import { moment } from '#server/db/columns.ts';

/** A member's camera in one chat session. */
export const camBacks = pgTable('cam_back', {
  sessionId: text('session_id').primaryKey(),
  performerId: integer('performer_id').notNull(),
  memberId: integer('member_id').notNull(),
  state: text({ enum: camBackStates }).notNull(),
  /** Time of the last stop; null if never stopped. */
  stoppedAt: moment('stopped_at'),
});
