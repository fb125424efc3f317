import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
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
  /** Whether it is told of messages; of favourites it is told in any case. */
  messages: boolean().notNull().default(true),
});

/** When a member last said no to being told of favourites. */
export const liveQuestions = pgTable('live_question', {
  memberId: integer('member_id').primaryKey(),
  declinedAt: moment('declined_at').notNull(),
});

/** Who was told of which start; also the claim of a node that tells. */
export const liveNotices = pgTable(
  'live_notice',
  {
    memberId: integer('member_id').notNull(),
    performerId: integer('performer_id').notNull(),
    publicSince: moment('public_since').notNull(),
    toldAt: moment('told_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.performerId, table.publicSince] })],
);
