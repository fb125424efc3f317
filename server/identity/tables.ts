import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/columns.ts';

export const sessions = pgTable('session', {
  id: text().primaryKey(),
  memberId: integer('member_id'),
  performerId: integer('performer_id'),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  /** Only a token of this generation names the session. */
  generation: integer().notNull().default(0),
  endedAt: moment('ended_at'),
  /** Browser and system in words, `Firefox · Linux`; null where the client named none. */
  device: text(),
  /** ISO 3166-1 code of where the login came from; null when unknown. */
  country: text(),
  /** Within SEEN_EVERY_MS. */
  lastSeenAt: moment('last_seen_at'),
  /** Opened by a reset link: its token replaces the old password once, until `resetUntil`. */
  resetHash: text('reset_hash'),
  resetUntil: moment('reset_until'),
});
