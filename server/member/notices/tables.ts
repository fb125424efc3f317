import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/columns.ts';

/**
 * Browsers that a member subscribed to notices. Valid while its session has not been ended and it is renewed in time.
 */
export const browserSubscriptions = pgTable('browser_subscription', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** URL at the browser's push service; secret. */
  endpoint: text().notNull().unique(),
  /** The browser's public key, for encryption. */
  p256dh: text().notNull(),
  auth: text().notNull(),
  memberId: integer('member_id').notNull(),
  sessionId: text('session_id').notNull(),
  createdAt: moment('created_at').notNull(),
  renewedAt: moment('renewed_at').notNull(),
});
