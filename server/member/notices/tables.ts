import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/columns.ts';

/** Browsers in which a member wants notices. Counts while the session that named it has not ended and it is renewed in time. */
export const browserSubscriptions = pgTable('browser_subscription', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Where the browser's push service takes what is for it; a secret. */
  endpoint: text().notNull().unique(),
  /** Of the browser, to encrypt what only it can read. */
  p256dh: text().notNull(),
  auth: text().notNull(),
  memberId: integer('member_id').notNull(),
  sessionId: text('session_id').notNull(),
  createdAt: moment('created_at').notNull(),
  renewedAt: moment('renewed_at').notNull(),
});
