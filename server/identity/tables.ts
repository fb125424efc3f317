import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/columns.ts';

export const sessions = pgTable('session', {
  id: text().primaryKey(),
  memberId: integer('member_id'),
  performerId: integer('performer_id'),
  operatorId: integer('operator_id'),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  /** Only tokens of this generation are valid. */
  generation: integer().notNull().default(0),
  endedAt: moment('ended_at'),
  /** Browser and system, `Firefox · Linux`; null if neither was recognized. */
  device: text(),
  /** ISO 3166-1 code of the country of its latest use from a known one; null if unknown. */
  country: text(),
  /** Accurate to SEEN_EVERY_MS. */
  lastSeenAt: moment('last_seen_at'),
  /** Hash of an operator's browser: the session is valid in no other. */
  browser: text(),
  /** Set if a reset link opened the session: its token may replace the old password once, until `resetUntil`. */
  resetHash: text('reset_hash'),
  resetUntil: moment('reset_until'),
});
