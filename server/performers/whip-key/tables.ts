import { boolean, integer, pgTable } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/columns.ts';

/** One for each performer who ever had a key; the key is derived from it (`whipKeyOf`). */
export const whipKeys = pgTable('whip_key', {
  performerId: integer('performer_id').primaryKey(),
  /** Grows with each key: earlier ones open nothing any more. */
  generation: integer().notNull(),
  isOpen: boolean('is_open').notNull(),
  createdAt: moment('created_at').notNull(),
  /** Up to then keys and tokens of the performer are void. */
  revokedAt: moment('revoked_at'),
});
